-- The text on the pages of faxes, and the words of each fax for searches.
alter table product add column read_text boolean not null default true;
alter table account_settings add column read_text boolean not null default true;

create table fax_text (
  account_id bigint not null,
  fax_id bigint not null,
  -- As in fax, so that what a search finds can be put in order without looking there.
  fax_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'done')),
  -- A process reads the fax; after this time another one may.
  taken_until timestamptz,
  -- Processes that began to read the page that is next.
  tries smallint not null default 0,
  -- Each with the account in front of it, so that a search of one account meets no other's.
  words tsvector,
  primary key (account_id, fax_id),
  foreign key (account_id, fax_id) references fax on delete cascade
);
-- The words lie apart from the rest of the row: searches that find many faxes read only the rest.
alter table fax_text set (toast_tuple_target = 128);
create index fax_text_words on fax_text using gin (words);
create index fax_text_by_time on fax_text (account_id, fax_at desc, fax_id desc);
create index fax_text_waiting on fax_text (fax_at) where state = 'waiting';

create table fax_page_text (
  account_id bigint not null,
  fax_id bigint not null,
  page smallint not null check (page between 1 and 200),
  -- Given up after three tries.
  failed boolean not null default false,
  -- Of the page, in dots.
  width int not null default 0,
  height int not null default 0,
  -- Degrees that the page has to be turned clockwise for its text to be upright.
  turn smallint not null default 0 check (turn in (0, 90, 180, 270)),
  -- Lines of words, a space between two words.
  text text not null default '',
  -- Of each word: left, top, width and height as 16-bit numbers, little endian, packed by deflate.
  boxes bytea,
  primary key (account_id, fax_id, page),
  foreign key (account_id, fax_id) references fax_text on delete cascade
);
