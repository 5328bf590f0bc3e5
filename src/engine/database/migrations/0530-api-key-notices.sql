-- The owner of a key is told once that it expires soon; a new expiry begins anew. A key that was rotated counts as new
-- where what is new goes with the password.
alter table api_key
  add column expiry_told_at timestamptz,
  add column rotated_at timestamptz;
create index api_key_expiry on api_key (expires_at) where expires_at is not null and expiry_told_at is null;
