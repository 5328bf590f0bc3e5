-- Faxes that programs send: their own reference and words, and test faxes, which no telephone line carries.
alter table fax
  -- The program's own name of the fax, and what else it wants to find again with it.
  add column client_ref text,
  add column metadata jsonb not null default '{}',
  -- Sent with a test key.
  add column is_test boolean not null default false;
create index fax_client_ref on fax (account_id, client_ref, id) where client_ref is not null;

-- A test fax never gets a line, whatever a worker believes, also one of the version before.
alter table send_job
  add column is_test boolean not null default false,
  drop constraint send_job_origin_check;
alter table send_job
  add constraint send_job_origin_check
    check (origin in ('web', 'email', 'egnyte', 'resend', 'operator', 'api')) not valid,
  add constraint send_job_test_line check (not is_test or line_id is null) not valid;

-- Files that a program has uploaded together, under the random name of its draft; they are not among those of a person
-- who writes a fax.
alter table draft add column api_draft text collate "C";
create index draft_of_program on draft (api_draft) where api_draft is not null;

-- Sends of programs that are being worked on, by their Idempotency-Key. Only a hint: idempotency itself decides.
create unlogged table idempotency_run (
  account_id bigint not null references account on delete cascade,
  key text collate "C" not null,
  until timestamptz not null,
  primary key (account_id, key)
);
