-- Outgoing mail, links that mails carry, and a brand's own password rules (entities.md: tenancy and identity, faxes).

-- One row a mail and recipient. The row is written with what the mail is about; a job delivers it.
create table mail_out (
  id bigint generated always as identity primary key,
  brand_id bigint not null references brand,
  template text not null,
  language text not null,
  to_address text not null,
  -- What the template needs, sealed: it may hold a link that opens an account. Gone once the mail is.
  payload text,
  -- Files of the store that go along: name, type, key.
  attachments jsonb not null default '[]',
  -- Fixed, so that a mail sent again after a lost answer is known to be the same.
  message_id text not null unique,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  tries int not null default 0,
  last_reason text not null default '',
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state = 'queued') = (ended_at is null)),
  check (state = 'queued' or payload is null)
);
create index mail_out_queued on mail_out (id) where state = 'queued';
create index mail_out_ended on mail_out (ended_at) where ended_at is not null;

-- Only hashes: a copy of this table opens nothing.
create table token (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('reset', 'verify', 'sso', 'oauth_state')),
  hash bytea not null unique,
  subject_kind text not null check (subject_kind in ('account', 'parent')),
  subject_id bigint not null,
  extra jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index token_subject on token (purpose, subject_kind, subject_id);
create index token_expiry on token (expires_at);

-- Null: the four patterns of the product. Otherwise [{"pattern":"/[a-z]/","required":true,"comment":"…"}].
alter table brand add column password_features jsonb;
