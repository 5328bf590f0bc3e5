-- Wishes to end a service, until the operator has decided (contract 2.3, decision B1).
create table cancellation_request (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  contact_email text not null,
  contact_phone text not null,
  -- hid, faxnumber and cancellationemail as the client sent them: noted, never acted upon.
  client_fields jsonb not null default '{}',
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'withdrawn')),
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
create unique index cancellation_request_pending on cancellation_request (account_id) where state = 'pending';
create index cancellation_request_account on cancellation_request (account_id);
