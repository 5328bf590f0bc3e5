-- What a court or an inquiry wants kept: nothing of it is removed for good, whatever its owner does.

create table legal_hold (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  -- Null: everything of the account.
  fax_id bigint,
  reason text not null check (reason <> ''),
  placed_at timestamptz not null default now(),
  foreign key (account_id, fax_id) references fax,
  unique nulls not distinct (account_id, fax_id)
);
