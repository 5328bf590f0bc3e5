-- Mails that became faxes: who is answered, and whether the link that cancels has been used.
create table mail_in (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  document_id bigint not null unique references document on delete cascade,
  sender text not null,
  -- How the sender was proved.
  proof text not null check (proof in ('login', 'dmarc', 'dkim', 'spf', 'unproved')),
  message_id text not null,
  -- For the answer's own subject.
  subject text not null,
  received_at timestamptz not null default now(),
  answered_at timestamptz,
  -- SHA-256 of the key in the link of the answer.
  cancel_hash bytea unique,
  cancelled_at timestamptz
);
-- How many came within the hour.
create index mail_in_account on mail_in (account_id, received_at);
create index mail_in_answered on mail_in (sender, answered_at) where answered_at is not null;
