-- Files that wait on a machine until its bucket is back (F-store-03): other machines do not have them, and must not take
-- them for lost.
create table file_spool (
  -- Names the folder of the machine.
  id text collate "C" primary key,
  node text not null,
  files bigint not null,
  bytes bigint not null,
  limit_bytes bigint not null,
  -- Since when the oldest waits; null when nothing does.
  since timestamptz,
  -- When the machine looked at its folder last, by its own clock.
  seen_at timestamptz not null
);
