-- Mails that became faxes, for as long as the same one may come again: under the hash of what it says and of each signature.
create table mail_taken (
  account_id bigint not null references account on delete cascade,
  -- SHA-256.
  mark bytea not null,
  -- The number that it was faxed to.
  number text not null,
  fax_id bigint not null,
  taken_at timestamptz not null default now(),
  primary key (account_id, mark, number)
);
create index mail_taken_at on mail_taken (taken_at);
