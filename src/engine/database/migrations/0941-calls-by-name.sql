-- What a line told about a call finds the call of the queue by its name.
create index concurrently send_attempt_by_ref on send_attempt (call_ref) where call_ref <> '';
create index concurrently line_call_tests on line_call (line_id, started_at desc) where direction = 'test';
