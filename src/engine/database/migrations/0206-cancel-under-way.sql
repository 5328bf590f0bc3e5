-- Somebody wants the call that is under way to end. What it had brought over by then is written with its end.
alter table send_job add cancel_asked_at timestamptz;
