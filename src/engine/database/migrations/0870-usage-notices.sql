-- Separate settings for emails about delivered faxes, failed faxes and the monthly page limit.

alter table account_settings
  drop constraint account_settings_send_notices_check,
  add constraint account_settings_send_notices_check check (send_notices in ('none', 'failed', 'sent', 'all')),
  add column usage_notices boolean not null default true;
