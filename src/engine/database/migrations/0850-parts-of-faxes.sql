-- Which part of a split fax a fax is, and of how many; the whole fax has their count alone. Parts are erased one by one.
alter table fax
  add column part_number smallint,
  add column part_count smallint;

update fax f set part_number = p.number, part_count = p.count
from (
  select account_id, id, row_number() over parts as number, count(*) over (partition by account_id, part_of) as count
  from fax where part_of is not null
  window parts as (partition by account_id, part_of order by id)
) p
where f.account_id = p.account_id and f.id = p.id;

update fax whole set part_count = p.count
from (select account_id, part_of, count(*) as count from fax where part_of is not null group by account_id, part_of) p
where whole.account_id = p.account_id and whole.id = p.part_of;

create index fax_part on fax (account_id, part_of) where part_of is not null;
