-- Emails about logins from a browser or network that was not used before.

create table known_login (
  id bigint generated always as identity primary key,
  account_id bigint references account (id) on delete cascade,
  parent_id bigint references parent (id) on delete cascade,
  person_id bigint references person (id) on delete cascade,
  browser text not null,
  network text not null,
  last_at timestamptz not null default now(),
  check (num_nonnulls(account_id, parent_id, person_id) = 1)
);
create unique index known_login_account on known_login (account_id, browser, network) where account_id is not null;
create unique index known_login_parent on known_login (parent_id, browser, network) where parent_id is not null;
create unique index known_login_person on known_login (person_id, browser, network) where person_id is not null;
create index known_login_age on known_login (last_at);

alter table account_settings add column login_notices boolean not null default true;
alter table parent add column login_notices boolean not null default true;
alter table person add column login_notices boolean not null default true;
