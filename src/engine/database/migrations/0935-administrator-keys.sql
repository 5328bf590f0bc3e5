-- A repeated call of an administrator with the same key gets the first answer, as idempotency has them for accounts.
create table parent_idempotency (
  parent_id bigint not null references parent on delete cascade,
  key text collate "C" not null,
  answer jsonb not null,
  fingerprint bytea,
  created_at timestamptz not null default now(),
  primary key (parent_id, key)
);
create index parent_idempotency_age on parent_idempotency (created_at);
