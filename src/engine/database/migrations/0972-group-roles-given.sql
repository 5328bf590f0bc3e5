-- When a group of a directory got its role; null: before this version. A new password takes back what an intruder gave,
-- which the next call of the directory would otherwise give again.
alter table scim_group_role add column given_at timestamptz;
alter table scim_group_role alter column given_at set default now();
alter table scim_group_own_role add column given_at timestamptz;
alter table scim_group_own_role alter column given_at set default now();
