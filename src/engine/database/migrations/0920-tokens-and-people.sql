-- Tokens that renew an Egnyte connection are good once: while one process renews them, others wait.
alter table storage_link add column renewing_until timestamptz;

-- Since when somebody has worked nowhere; noted at night. After 30 days they are erased.
alter table person add column placeless_since timestamptz;

-- When its settings or the roles of its groups were last changed; null: not since it was made, or not since this column.
alter table identity_provider add column changed_at timestamptz;
