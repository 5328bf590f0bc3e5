-- What a carrier gave as the pages of a fax and is none: kept as it came, for a person to look at.
alter table line_arrival add file_key text;
