-- A received fax that was cut off, and the complete one that the same sender sent after it.
alter table fax add column whole_fax_id bigint;
create index fax_cut_off on fax (account_id, fax_at) where action = 'R' and status = 'FAILED';

-- Whether two faxes are of one sender: of one number, or of several lines of one machine, whose station id is a number.
-- Where the network withholds the number, any station id will do.
create function same_sender(a fax, b fax) returns boolean language sql immutable as $$
  select (a.other_number <> '' and a.other_number = b.other_number)
    or (a.station_id <> '' and a.station_id = b.station_id and (
      (a.other_number = '' and b.other_number = '')
      or length(regexp_replace(a.station_id, '[^0-9]', '', 'g')) >= 7
    ))
$$;

-- The first complete fax of the same sender, at most a day later and of at least as many pages. Folders: Inbox, Archive.
create function whole_of(cut fax) returns bigint language sql stable as $$
  select whole.id from fax whole
  where whole.account_id = cut.account_id and whole.folder in (1, 3) and whole.action = 'R' and whole.status = 'OK'
    and whole.fax_at > cut.fax_at and whole.fax_at <= cut.fax_at + interval '24 hours'
    and whole.pages >= greatest(cut.pages, 1) and same_sender(cut, whole)
  order by whole.fax_at, whole.id limit 1
$$;

-- Those that are there already.
update fax cut set whole_fax_id = whole_of(cut)
where action = 'R' and status = 'FAILED' and deleted_at is null and whole_of(cut) is not null;

create index fax_whole on fax (account_id, whole_fax_id) where whole_fax_id is not null;
