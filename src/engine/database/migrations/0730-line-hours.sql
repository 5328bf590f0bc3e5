-- When a line is used, as it is written: `mon-fri 18:00-08:00`; empty for always.
alter table line add column hours text not null default '';
