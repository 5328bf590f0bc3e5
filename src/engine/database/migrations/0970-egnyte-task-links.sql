-- A task that may send belongs to the key that Egnyte keeps for its person, and ends with it. Tasks of before name no key:
-- their files have to be chosen again.
alter table egnyte_task add column link_id bigint references egnyte_link on delete cascade;
create index egnyte_task_link on egnyte_task (link_id) where link_id is not null;
