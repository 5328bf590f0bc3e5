-- Since when the operator knows that mails wait; empty while they leave. One alert an outage, whoever looks.
alter table installation add mail_alert_at timestamptz;
-- Who is told of addresses is found by their account.
create index mail_out_account on mail_out (account_id) where account_id is not null;
