-- Pictures and words of brands (contract 1.2; A-XSS-08).
create table brand_asset (
  brand_id bigint not null references brand on delete cascade,
  -- As its address names it: logo.svg, icon-192.png.
  name text collate "C" not null check (name ~ '^[a-z0-9-]{1,32}\.(svg|png|jpg)$'),
  kind text not null check (kind in ('logo', 'banner', 'favicon')),
  file_key text not null,
  -- Start of the picture's hash: an address with it may be kept for ever.
  version text not null,
  primary key (brand_id, name)
);

-- What a brand says differently: {"en": {"login.title": "…"}}.
alter table brand add column strings jsonb not null default '{}';
