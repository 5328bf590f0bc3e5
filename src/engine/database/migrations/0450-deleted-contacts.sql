-- Contacts that were deleted a moment ago: Undo puts them back as they were. The clean-up removes them after a day.

create table deleted_contact (
  account_id bigint not null references account on delete cascade,
  id bigint not null,
  to_person text not null,
  company text not null,
  fax_number text not null,
  home_phone text not null,
  email text not null,
  address text not null,
  notes text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz not null default now(),
  primary key (account_id, id)
);
create index deleted_contact_by_time on deleted_contact (deleted_at);
