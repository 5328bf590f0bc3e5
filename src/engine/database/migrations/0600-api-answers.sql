-- Answers of calls that create something, by API key and Idempotency-Key: a repeated call gets the first answer. The row
-- is written with the change itself; the answer follows, sealed, because it may hold a secret.
create table api_answer (
  id bigint generated always as identity primary key,
  key_id bigint not null references api_key on delete cascade,
  key text collate "C" not null,
  -- The call that did the work.
  run uuid not null,
  -- SHA-256 over the request, sealed: the same key with another request is refused.
  fingerprint text not null,
  answer text,
  created_at timestamptz not null default now(),
  unique (key_id, key)
);
create index api_answer_created_at on api_answer (created_at);
