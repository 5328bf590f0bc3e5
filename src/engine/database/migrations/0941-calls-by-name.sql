-- What a line told about a call finds the call of the queue by its name. Workers wait while this is made, some seconds
-- for a few million calls.
create index send_attempt_by_ref on send_attempt (call_ref) where call_ref <> '';
create index line_call_tests on line_call (line_id, started_at desc) where direction = 'test';
