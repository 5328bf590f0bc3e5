-- Other addresses that may receive or send faxes of an account (contract 6.1).
create table subaccount (
  account_id bigint not null references account on delete cascade,
  email text collate "C" not null check (email <> '' and email = lower(email)),
  receive_faxes boolean not null,
  send_faxes boolean not null,
  created_at timestamptz not null default now(),
  primary key (account_id, email)
);
-- Who sends by e-mail is found by the sender's address.
create index subaccount_sender on subaccount (email) where send_faxes;
