-- Every audit row gets a number without gaps and a keyed hash over itself and the row before it; who changes or removes
-- one without the installation's key is found out (f2e audit verify). Numbers are given shortly after the commit, by
-- one process at a time, so that writers never wait for each other.

alter table audit
  add column chain_no bigint,
  add column hash bytea;
create unique index audit_chain_no on audit (chain_no) where chain_no is not null;
create index audit_unchained on audit (id) where chain_no is null;

create table audit_chain (
  only_one boolean primary key default true check (only_one),
  -- Rows up to this number were removed when their time was over; the chain is checked from here on.
  base_no bigint not null default 0,
  base_hash bytea not null default '',
  last_no bigint not null default 0,
  last_hash bytea not null default '',
  -- Over the four values above; null before the first row.
  mac bytea
);
insert into audit_chain default values;

create function audit_written() returns trigger language plpgsql as $$
begin
  perform pg_notify('f2e_audit', '');
  return null;
end
$$;
create trigger audit_written after insert on audit for each statement execute function audit_written();
