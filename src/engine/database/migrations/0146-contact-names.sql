-- A contact that is added or changed later names the faxes of its number: in lists, in their order, and in searches.

alter table fax_party
  -- What the account's contact of this number says; empty for none. Kept by triggers on contact.
  add column contact_person text not null default '',
  add column contact_company text not null default '',
  drop column search_text,
  drop column company_key;
alter table fax_party
  add column search_text text collate "C" not null generated always as (
    lower((company || E'\n' || number || E'\n' || sender || E'\n' || to_person
      || case when contact_company = '' and contact_person = '' then ''
        else E'\n' || contact_company || E'\n' || contact_person end) collate "default")
  ) stored,
  -- As fax.company_key of its faxes, which have the contact's company where there is one.
  add column company_key text collate "C" not null generated always as (
    lower(left(case when contact_company = '' then company else contact_company end, 40))
  ) stored;

-- Parties of these numbers say what the contacts say now, and so do their faxes. Parties are locked in the order in
-- which count_faxes locks them, so that two statements never wait for each other in a circle.
create function name_parties(accounts bigint[], numbers text[]) returns void language plpgsql as $$
declare
  renamed bigint[];
  owners bigint[];
begin
  perform 1
  from fax_party p
  join (select distinct a, n from unnest(accounts, numbers) as given(a, n)) d
    on d.a = p.account_id and d.n = p.number
  order by p.account_id, p.id
  for no key update of p;
  with wanted as (
    select p.account_id, p.id, coalesce(c.to_person, '') as person, coalesce(c.company, '') as company
    from (select distinct a, n from unnest(accounts, numbers) as given(a, n)) d
    join fax_party p on p.account_id = d.a and p.number = d.n
    left join contact c on c.account_id = d.a and c.fax_number = d.n
  ), done as (
    update fax_party p
    set contact_person = w.person, contact_company = w.company
    from wanted w
    where p.account_id = w.account_id and p.id = w.id
      and (p.contact_person, p.contact_company) is distinct from (w.person, w.company)
    returning p.account_id, p.id
  )
  select array_agg(account_id), array_agg(id) into owners, renamed from done;
  if renamed is null then
    return;
  end if;
  update fax f
  set company = case when p.contact_company = '' then p.company else p.contact_company end
  from unnest(owners, renamed) as d(account_id, party_id)
  join fax_party p on p.account_id = d.account_id and p.id = d.party_id
  where f.account_id = d.account_id and f.party_id = d.party_id
    and f.company <> case when p.contact_company = '' then p.company else p.contact_company end;
  -- Open clients ask again (migration 0030); names alone change no fax, so its triggers say nothing.
  perform pg_notify('f2e_changed', owner || ':' || topic)
  from (select distinct unnest(owners) as owner) o, unnest(array['faxes', 'outbox']) as topic;
end
$$;

create function name_parties_of_come() returns trigger language plpgsql as $$
begin
  perform name_parties(array_agg(account_id), array_agg(fax_number)) from come where fax_number <> '';
  return null;
end
$$;

create function name_parties_of_gone() returns trigger language plpgsql as $$
begin
  perform name_parties(array_agg(account_id), array_agg(fax_number)) from gone where fax_number <> '';
  return null;
end
$$;

create function name_parties_of_both() returns trigger language plpgsql as $$
begin
  perform name_parties(array_agg(account_id), array_agg(fax_number))
  from (select * from (select account_id, fax_number from gone union select account_id, fax_number from come) both_sides
    where fax_number <> '') changed;
  return null;
end
$$;

create trigger contact_added after insert on contact
referencing new table as come for each statement execute function name_parties_of_come();
create trigger contact_removed after delete on contact
referencing old table as gone for each statement execute function name_parties_of_gone();
create trigger contact_changed after update on contact
referencing old table as gone new table as come for each statement execute function name_parties_of_both();

-- A party that is new has its contact from the start.
create function name_new_party() returns trigger language plpgsql as $$
begin
  select c.to_person, c.company into new.contact_person, new.contact_company
  from contact c
  where c.account_id = new.account_id and c.fax_number = new.number and new.number <> '';
  new.contact_person := coalesce(new.contact_person, '');
  new.contact_company := coalesce(new.contact_company, '');
  return new;
end
$$;
create trigger fax_party_named before insert on fax_party for each row execute function name_new_party();

select name_parties(array_agg(account_id), array_agg(fax_number)) from contact where fax_number <> '';
