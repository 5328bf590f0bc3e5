-- The host of an endpoint that an operator turned off: its owner can neither delete it nor post to that host by another.
alter table webhook_endpoint add column stopped_host text;
update webhook_endpoint set stopped_host = host where off_reason = 'operator';
