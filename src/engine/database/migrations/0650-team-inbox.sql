-- Working together on received faxes: who does it, how far it is, until when, tags and notes.

-- Faxes that arrive once people work on the account have a row from the start; older ones get theirs with the first change.
create table fax_work (
  account_id bigint not null,
  fax_id bigint not null,
  status text not null default 'open' check (status in ('open', 'doing', 'done')),
  assignee_id bigint references person on delete set null,
  due_on date,
  -- Counts the changes: who changes a fax says which state of it they saw.
  version int not null default 0,
  -- Who made the last change: a person's name, or the fax number.
  changed_by text not null default '',
  -- As in fax: lists are in this order, and deleted faxes wait for nobody.
  fax_at timestamptz not null,
  deleted boolean not null default false,
  primary key (account_id, fax_id),
  foreign key (account_id, fax_id) references fax on delete cascade
);
create index fax_work_open on fax_work (account_id, assignee_id, fax_at desc, fax_id desc)
  where status <> 'done' and not deleted;
create index fax_work_open_time on fax_work (account_id, fax_at desc, fax_id desc)
  where status <> 'done' and not deleted;
create index fax_work_done_time on fax_work (account_id, fax_at desc, fax_id desc) where status = 'done' and not deleted;
create index fax_work_due on fax_work (account_id, due_on) where status <> 'done' and not deleted and due_on is not null;
create index fax_work_assignee on fax_work (assignee_id) where assignee_id is not null;

create table tag (
  account_id bigint not null references account on delete cascade,
  id bigint generated always as identity,
  name text not null check (name <> ''),
  color text not null check (color in ('blue', 'green', 'amber', 'sky', 'red', 'violet', 'gray')),
  primary key (account_id, id)
);
create unique index tag_name on tag (account_id, lower(name));

create table fax_tag (
  account_id bigint not null,
  tag_id bigint not null,
  fax_id bigint not null,
  -- As at the fax: deleted faxes are not counted.
  deleted boolean not null default false,
  primary key (account_id, tag_id, fax_id),
  foreign key (account_id, tag_id) references tag on delete cascade,
  foreign key (account_id, fax_id) references fax_work on delete cascade
);
create index fax_tag_fax on fax_tag (account_id, fax_id);
create index fax_tag_counted on fax_tag (account_id, tag_id) where not deleted;

create table fax_note (
  account_id bigint not null,
  id bigint generated always as identity,
  fax_id bigint not null,
  person_id bigint references person on delete set null,
  -- Their name when they wrote it; empty for the login with number and password.
  author text not null,
  text text not null check (text <> ''),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, fax_id) references fax_work on delete cascade
);
create index fax_note_fax on fax_note (account_id, fax_id, id);
create index fax_note_person on fax_note (person_id) where person_id is not null;

create table fax_mention (
  account_id bigint not null,
  note_id bigint not null,
  person_id bigint not null references person on delete cascade,
  seen_at timestamptz,
  primary key (account_id, note_id, person_id),
  foreign key (account_id, note_id) references fax_note on delete cascade
);
create index fax_mention_person on fax_mention (person_id, account_id);

-- A fax that arrives where people work is nobody's yet. Imported old faxes are not waiting for anybody.
create function begin_fax_work() returns trigger language plpgsql as $$
begin
  insert into fax_work (account_id, fax_id, fax_at)
  select new.account_id, new.id, new.fax_at
  where exists (select from membership where account_id = new.account_id and created_at <= new.fax_at);
  return null;
end
$$;
create trigger fax_begins_work after insert on fax
  for each row when (new.action = 'R') execute function begin_fax_work();

create function mark_deleted_work() returns trigger language plpgsql as $$
begin
  update fax_work set deleted = new.deleted_at is not null where account_id = new.account_id and fax_id = new.id;
  update fax_tag set deleted = new.deleted_at is not null where account_id = new.account_id and fax_id = new.id;
  return null;
end
$$;
create trigger fax_deletes_work after update of deleted_at on fax
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function mark_deleted_work();

-- Whoever leaves an account leaves no fax behind that waits for them.
create function unassign_faxes() returns trigger language plpgsql as $$
begin
  update fax_work set assignee_id = null, version = version + 1
  where account_id = old.account_id and assignee_id = old.person_id;
  delete from fax_mention where account_id = old.account_id and person_id = old.person_id;
  return null;
end
$$;
create trigger membership_ends after delete on membership
  for each row execute function unassign_faxes();

create trigger fax_work_hint after insert or update or delete on fax_work
  for each row execute function hint_change('team');
create trigger fax_note_hint after insert or update or delete on fax_note
  for each row execute function hint_change('team');
create trigger tag_hint after insert or update or delete on tag
  for each row execute function hint_change('team');

-- Who has which fax open just now. Nothing is lost with it.
create unlogged table fax_reader (
  account_id bigint not null,
  fax_id bigint not null,
  person_id bigint not null references person on delete cascade,
  until timestamptz not null,
  primary key (account_id, fax_id, person_id),
  foreign key (account_id, fax_id) references fax on delete cascade
);
create index fax_reader_person on fax_reader (person_id);
create trigger fax_reader_hint after insert or delete on fax_reader
  for each row execute function hint_change('readers');
