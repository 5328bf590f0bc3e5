-- How far the conversion of a draft is: pages done, of those known; both 0 until the document has been opened.
alter table draft
  add column drawn integer not null default 0,
  add column drawn_of integer not null default 0;
