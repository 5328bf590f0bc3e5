-- Who asked for no more copies by mail from an account (List-Unsubscribe of the copy). Nobody but they can take it back.
create table copy_refusal (
  account_id bigint not null references account on delete cascade,
  address text collate "C" not null check (address = lower(address)),
  at timestamptz not null default now(),
  primary key (account_id, address)
);
