-- Days that an account keeps its faxes in each folder; null: for as long as the installation does.
alter table account_settings
  add column keep_inbox_days int check (keep_inbox_days > 0),
  add column keep_sent_days int check (keep_sent_days > 0),
  add column keep_archive_days int check (keep_archive_days > 0);

-- When a fax was put back, from Recently deleted or the archive: it is kept from then on.
alter table fax add column put_back_at timestamptz;
