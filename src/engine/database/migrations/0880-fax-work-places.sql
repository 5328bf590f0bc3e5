-- Copies the folder and the party of a fax to fax_work, so that team lists need not read the fax itself.

alter table fax_work add column folder smallint, add column party_id bigint;
update fax_work w set folder = f.folder, party_id = f.party_id
from fax f where f.account_id = w.account_id and f.id = w.fax_id;

drop index fax_work_open;
drop index fax_work_open_time;
drop index fax_work_done_time;
drop index fax_work_due;
create index fax_work_open on fax_work (account_id, assignee_id, fax_at desc, fax_id desc) include (folder, party_id)
  where status <> 'done' and not deleted;
create index fax_work_open_time on fax_work (account_id, fax_at desc, fax_id desc) include (folder, party_id)
  where status <> 'done' and not deleted;
create index fax_work_done_time on fax_work (account_id, fax_at desc, fax_id desc) include (folder, party_id)
  where status = 'done' and not deleted;
create index fax_work_due on fax_work (account_id, due_on) include (fax_at, fax_id, folder, party_id)
  where status <> 'done' and not deleted and due_on is not null;
-- For all statuses.
create index fax_work_assigned on fax_work (account_id, assignee_id, fax_at desc, fax_id desc) include (folder, party_id)
  where assignee_id is not null and not deleted;

-- Fills both columns if an insert leaves them out, as the previous version does.
create function place_fax_work() returns trigger language plpgsql as $$
begin
  select f.folder, f.party_id into new.folder, new.party_id from fax f
  where f.account_id = new.account_id and f.id = new.fax_id;
  return new;
end
$$;
create trigger fax_work_is_placed before insert on fax_work
  for each row when (new.folder is null or new.party_id is null) execute function place_fax_work();

create or replace function begin_fax_work() returns trigger language plpgsql as $$
begin
  insert into fax_work (account_id, fax_id, fax_at, folder, party_id)
  select new.account_id, new.id, new.fax_at, new.folder, new.party_id
  where exists (select from membership where account_id = new.account_id and created_at <= new.fax_at);
  return null;
end
$$;

-- Replaces the trigger that only copied whether a fax is deleted.
create or replace function mark_deleted_work() returns trigger language plpgsql as $$
begin
  update fax_work set deleted = new.deleted_at is not null, folder = new.folder, party_id = new.party_id
  where account_id = new.account_id and fax_id = new.id;
  update fax_tag set deleted = new.deleted_at is not null
  where account_id = new.account_id and fax_id = new.id and deleted <> (new.deleted_at is not null);
  return null;
end
$$;
drop trigger fax_deletes_work on fax;
create trigger fax_moves_work after update on fax
  for each row when (new.action = 'R' and (old.folder <> new.folder or old.party_id <> new.party_id))
  execute function mark_deleted_work();
