-- Faxes that are being written, so that they can be continued on every device. Their files are the rows of draft.
create table fax_draft (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  -- How the wire names it; random, chosen by the browser, so that a save that is repeated makes no second one.
  key text collate "C" not null,
  -- Grows with every save and whenever another page continues it; a save must name the one that it follows.
  version integer not null default 1,
  content jsonb not null,
  -- The browser and the page in it that wrote last: random names, and what the browser calls itself.
  device text not null,
  page text not null,
  browser text not null,
  saved_at timestamptz not null default now(),
  -- Until then it counts as open on that page.
  open_until timestamptz,
  discarded_at timestamptz,
  unique (account_id, key)
);
create index fax_draft_saved on fax_draft (saved_at);
create index fax_draft_discarded on fax_draft (discarded_at) where discarded_at is not null;

-- Files of a written fax stay as long as it does; others are swept after a day, as before.
alter table draft add column fax_draft_id bigint references fax_draft on delete set null;
create index draft_of_fax on draft (fax_draft_id) where fax_draft_id is not null;
