-- Customers' own storage, and the copies of received faxes that go there (entities.md: external storage, delivery).

create table storage_link (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  kind text not null check (kind in ('sftp', 'egnyte')),
  -- Whether copies are made now. Disconnecting keeps the row, so that the settings are there for the next time.
  active boolean not null default true,
  -- What is no secret: host, port, folder and login, or domain, folder and user.
  place jsonb not null default '{}',
  -- Password, private key or tokens, sealed; null where nothing is set.
  secret text,
  -- Fingerprint that was seen first, and the other one that waits for a person's word.
  host_key text not null default '',
  offered_key text not null default '',
  file_type text not null default 'pdf' check (file_type in ('pdf', 'tiff')),
  name_pattern text not null default 'from-first' check (name_pattern in ('from-first', 'date-first', 'company-first')),
  by_month boolean not null default false,
  -- How it goes: since when nothing works, how often it was tried, when it is tried next.
  failing_since timestamptz,
  tries int not null default 0,
  next_at timestamptz not null default now(),
  -- Nothing is tried before a person has decided: another identity, a connection that was taken back.
  held boolean not null default false,
  last_error text not null default '',
  last_ok_at timestamptz,
  noticed_at timestamptz,
  -- Who delivers now; a worker that dies loses it when its time is over.
  lease_token bigint not null default 0,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (account_id, kind)
);

-- A copy that is to be made or was made: once for each fax and storage, whatever happens in between.
create table storage_delivery (
  id bigint generated always as identity primary key,
  storage_id bigint not null references storage_link on delete cascade,
  account_id bigint not null,
  fax_id bigint not null,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed')),
  -- Fixed at the first try, so that a repeated one finds what the first may have left.
  file_name text not null default '',
  place text not null default '',
  reason text not null default '',
  tries int not null default 0,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (storage_id, fax_id),
  foreign key (account_id, fax_id) references fax (account_id, id) on delete cascade,
  check ((state = 'queued') = (ended_at is null))
);
create index storage_delivery_queued on storage_delivery (storage_id, id) where state = 'queued';
create index storage_delivery_fax on storage_delivery (account_id, fax_id);
create index storage_delivery_newest on storage_delivery (storage_id, id desc);

-- Workers hear of new copies at once; the payload says nothing, because it is only a hint.
create function notify_storage_delivery() returns trigger language plpgsql as $$
begin
  perform pg_notify('f2e_storage', '');
  return null;
end $$;
create trigger storage_delivery_added after insert on storage_delivery
  for each statement execute function notify_storage_delivery();
