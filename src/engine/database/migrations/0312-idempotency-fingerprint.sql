-- SHA-256 over the fields and files that a key was used with: the same key with other content is refused. Null where
-- nothing is compared: rows of the last release, and mails, whose key is made of their content.
alter table idempotency add column fingerprint bytea;
