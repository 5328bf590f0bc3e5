-- The machine (the folder of its lines) that alone knows what became of a call; null where any worker can ask the line.
alter table send_attempt add column known_on text;
