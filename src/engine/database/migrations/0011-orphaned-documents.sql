-- Times a whole worker process ended while it converted the document: mostly power cuts and restarts, so many more
-- of them are forgiven than of converters that crash on it (deaths).
alter table document add orphanings smallint not null default 0;
