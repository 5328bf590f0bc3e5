-- Callers that an account does not take faxes from (contract 6.2).
create table blocked_number (
  account_id bigint not null references account on delete cascade,
  id bigint generated always as identity,
  -- As it was typed: a number or the text that a fax machine sends.
  caller text not null check (caller <> ''),
  caller_key text generated always as (lower(caller)) stored,
  -- Digits of the text; empty where it has none, or nothing but zeros.
  digits text collate "C" not null check (digits ~ '^[0-9]*$'),
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index blocked_number_text on blocked_number (account_id, caller_key);
create unique index blocked_number_digits on blocked_number (account_id, digits) where digits <> '';
