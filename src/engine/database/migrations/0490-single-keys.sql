-- Shortcuts of one key (j, k, e …). They are off until the account turns them on: WCAG 2.1.4.
alter table account_settings add column single_keys boolean not null default false;
