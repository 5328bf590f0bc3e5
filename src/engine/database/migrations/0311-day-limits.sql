-- What an account may send in a day: faxes, pages, and faxes to one number. Null: its product's, and where that says
-- nothing the installation's (F2E_DAY_FAXES and its like).
alter table product
  add column day_calls int check (day_calls > 0),
  add column day_pages int check (day_pages > 0),
  add column day_per_number int check (day_per_number > 0);
alter table account
  add column day_calls int check (day_calls > 0),
  add column day_pages int check (day_pages > 0),
  add column day_per_number int check (day_per_number > 0);

-- The operator is told once a day that an account has reached a limit.
create table day_limit_alert (
  account_id bigint not null references account on delete cascade,
  kind text not null check (kind in ('calls', 'pages', 'number')),
  at timestamptz not null default now(),
  primary key (account_id, kind)
);
