-- Contacts are listed by name, company or number and searched by parts of words, in any case and without accents.

-- What a text is compared by: «José» is found by «jose», and stands beside «Jose» in the list.
create function contact_fold(written text) returns text
  language sql immutable strict parallel safe
  return lower(regexp_replace(normalize(written, NFKD), '[\u0300-\u036F]', '', 'g'));

alter table contact
  add person_key text collate "C" not null generated always as (contact_fold(to_person)) stored,
  add company_key text collate "C" not null generated always as (contact_fold(company)) stored,
  -- Parts separated by a newline, which no search term holds: one look instead of four.
  add search_text text collate "C" not null generated always as (
    contact_fold(to_person || E'\n' || company || E'\n' || email || E'\n' || fax_number)
  ) stored;

create index contact_by_person on contact (account_id, person_key, id);
create index contact_by_company on contact (account_id, company_key, id);
create index contact_by_number on contact (account_id, fax_number, id);
create index contact_by_email on contact (account_id, lower(email)) where email <> '';
