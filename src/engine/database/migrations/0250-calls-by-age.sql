-- Calls are forgotten by age, a batch a time; they come in that order, so that a summary of each block is enough.
create index send_attempt_ended on send_attempt using brin (ended_at);
