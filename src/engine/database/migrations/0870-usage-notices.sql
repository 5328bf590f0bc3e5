-- Emails about sent faxes and about the month's pages can each be turned off on their own.

alter table account_settings
  drop constraint account_settings_send_notices_check,
  add constraint account_settings_send_notices_check check (send_notices in ('none', 'failed', 'sent', 'all')),
  add column usage_notices boolean not null default true;
