-- Single pages of a received fax can be turned: quarter turns of page 1, 2, … on top of fax.rotation.
-- Pages beyond the end of the array, and all pages of older faxes, are turned by fax.rotation alone.
alter table fax add column page_turns smallint[] not null default '{}'
  check (page_turns <@ '{0,90,180,270}'::smallint[]);
