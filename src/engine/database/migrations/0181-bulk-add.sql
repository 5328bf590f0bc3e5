-- Which line of which file an account came from: the same file sent again, after a lost answer or a crash, adds nothing twice.

create table bulk_added (
  parent_id bigint not null references parent on delete cascade,
  -- SHA-256 of the file.
  file bytea not null,
  line int not null,
  account_id bigint not null references account on delete cascade,
  primary key (parent_id, file, line)
);
create index bulk_added_account on bulk_added (account_id);
