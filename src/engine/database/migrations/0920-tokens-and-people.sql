-- Tokens that renew an Egnyte connection are good once: while one process renews them, others wait.
alter table storage_link add column renewing_until timestamptz;

-- Since when somebody has worked nowhere; noted at night. After 30 days they are erased.
alter table person add column placeless_since timestamptz;
