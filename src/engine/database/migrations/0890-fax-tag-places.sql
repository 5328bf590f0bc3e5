-- Copies the time and the folder of a fax to fax_tag, so that the list of a tag need not read all faxes that have it.

alter table fax_tag add column fax_at timestamptz, add column folder smallint;
update fax_tag t set fax_at = w.fax_at, folder = w.folder
from fax_work w where w.account_id = t.account_id and w.fax_id = t.fax_id;

drop index fax_tag_counted;
create index fax_tag_newest on fax_tag (account_id, tag_id, fax_at desc, fax_id desc) include (folder) where not deleted;

-- Nobody but this trigger fills the columns: fax_work knows them.
create function place_fax_tag() returns trigger language plpgsql as $$
begin
  select w.fax_at, w.folder into new.fax_at, new.folder from fax_work w
  where w.account_id = new.account_id and w.fax_id = new.fax_id;
  return new;
end
$$;
create trigger fax_tag_is_placed before insert on fax_tag for each row execute function place_fax_tag();

create or replace function mark_deleted_work() returns trigger language plpgsql as $$
begin
  update fax_work set deleted = new.deleted_at is not null, folder = new.folder, party_id = new.party_id
  where account_id = new.account_id and fax_id = new.id;
  update fax_tag set deleted = new.deleted_at is not null, folder = new.folder
  where account_id = new.account_id and fax_id = new.id;
  return null;
end
$$;
