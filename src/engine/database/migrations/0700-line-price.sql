-- What a page costs over a line, in cents: of lines with the same priority the cheapest is tried first.
alter table line add column price double precision check (price between 0 and 10000);
-- Why a call went over its line: the others that reach the number, and what kept them back.
alter table send_attempt add column why jsonb;
