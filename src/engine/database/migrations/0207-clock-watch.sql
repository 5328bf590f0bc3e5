-- The latest time that a worker has seen on the database's clock: earlier times mean that the clock was set back.
create table clock_watch (
  one boolean primary key default true check (one),
  seen_at timestamptz not null default now()
);
insert into clock_watch default values;
