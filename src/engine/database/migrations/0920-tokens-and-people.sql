-- Tokens that renew an Egnyte connection are good once: while one process renews them, others wait.
alter table storage_link add column renewing_until timestamptz;
