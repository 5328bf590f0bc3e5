-- Received faxes are split at separator pages, where the account wants that.

alter table account_settings add split_faxes boolean not null default false;

alter table fax
  -- Of a part: the fax that was split. It may be erased before its parts.
  add part_of bigint,
  -- False while a received fax may still be split: no program has heard of it. One that was split stays so; its parts are told.
  add announced boolean not null default true;

-- Received faxes of which nobody was told yet, because they may be split. Whoever removes a row settles the fax.
create table split_arrival (
  account_id bigint not null,
  fax_id bigint not null,
  by_rule boolean not null,
  primary key (account_id, fax_id),
  foreign key (account_id, fax_id) references fax on delete cascade
);

drop trigger fax_event on fax;
create trigger fax_event after insert on fax
  for each row when (new.action = 'R' and new.announced) execute function note_arrival_event();

create function add_text_event(of_account bigint, of_fax bigint) returns void language plpgsql as $$
begin
  perform add_account_event(of_account, 'fax.recognized',
    jsonb_build_object('object', 'fax', 'id', 'fax_' || of_fax),
    jsonb_build_object('barcodes', coalesce((
      select jsonb_agg(found.one) from (
        select jsonb_build_object('page', x.page, 'format', b ->> 'format', 'text', b ->> 'text') as one
        from fax_page_text x, jsonb_array_elements(x.barcodes) b
        where x.account_id = of_account and x.fax_id = of_fax
        order by x.page limit 20
      ) found), '[]')));
end
$$;

-- What was read of a fax that programs have not heard of is told with the fax.
create or replace function note_text_event() returns trigger language plpgsql as $$
begin
  if (select f.announced from fax f where f.account_id = new.account_id and f.id = new.fax_id) then
    perform add_text_event(new.account_id, new.fax_id);
  end if;
  return null;
end
$$;

create function note_announced_event() returns trigger language plpgsql as $$
begin
  perform add_account_event(new.account_id, 'fax.received',
    jsonb_build_object('object', 'fax', 'id', 'fax_' || new.id),
    jsonb_build_object('direction', 'inbound', 'status', 'received', 'pages', new.pages));
  if exists (select from fax_text t where t.account_id = new.account_id and t.fax_id = new.id and t.state = 'done') then
    perform add_text_event(new.account_id, new.id);
  end if;
  return null;
end
$$;
create trigger fax_announced_event after update of announced on fax
  for each row when (new.announced and not old.announced) execute function note_announced_event();
