-- What the barcodes on a page say: format, text, and the box around each in dots of the page.
alter table fax_page_text add column barcodes jsonb not null default '[]';

-- Programs hear of a fax once more when its pages have been read. Older faxes that are read later are no news.
create function note_text_event() returns trigger language plpgsql as $$
begin
  perform add_account_event(new.account_id, 'fax.recognized',
    jsonb_build_object('object', 'fax', 'id', 'fax_' || new.fax_id),
    jsonb_build_object('barcodes', coalesce((
      select jsonb_agg(found.one) from (
        select jsonb_build_object('page', x.page, 'format', b ->> 'format', 'text', b ->> 'text') as one
        from fax_page_text x, jsonb_array_elements(x.barcodes) b
        where x.account_id = new.account_id and x.fax_id = new.fax_id
        order by x.page limit 20
      ) found), '[]')));
  return null;
end
$$;
create trigger fax_text_event after update of state on fax_text
  for each row when (old.state = 'waiting' and new.state = 'done' and new.fax_at > now() - interval '1 day')
  execute function note_text_event();
