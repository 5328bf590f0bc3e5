-- Which kinds of lines there are is known to the program (engine/fax-line/kinds.ts), not to the table.
alter table line drop constraint line_kind_check,
  add constraint line_kind_check check (kind ~ '^[a-z0-9-]{1,32}$');
