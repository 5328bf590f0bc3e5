-- When the demonstration data was complete for the first time: a later start adds nothing unless it is told to.

alter table installation add column demonstration_at timestamptz;
