-- A contact may have the number of a hundred thousand faxes: the statement that saves it names a thousand, and the job
-- name-faxes the rest.

-- Parties whose faxes do not all have the party's name yet.
create table fax_party_renamed (
  account_id bigint not null,
  party_id bigint not null,
  primary key (account_id, party_id),
  foreign key (account_id, party_id) references fax_party (account_id, id) on delete cascade
);

-- As in migration 0146, for at most a thousand faxes.
create or replace function name_parties(accounts bigint[], numbers text[]) returns void language plpgsql as $$
declare
  most constant int := 1000;
  renamed bigint[];
  owners bigint[];
  named int;
begin
  perform 1
  from fax_party p
  join (select distinct a, n from unnest(accounts, numbers) as given(a, n)) d
    on d.a = p.account_id and d.n = p.number
  order by p.account_id, p.id
  for no key update of p;
  with wanted as (
    select p.account_id, p.id, coalesce(c.to_person, '') as person, coalesce(c.company, '') as company
    from (select distinct a, n from unnest(accounts, numbers) as given(a, n)) d
    join fax_party p on p.account_id = d.a and p.number = d.n
    left join contact c on c.account_id = d.a and c.fax_number = d.n
  ), done as (
    update fax_party p
    set contact_person = w.person, contact_company = w.company
    from wanted w
    where p.account_id = w.account_id and p.id = w.id
      and (p.contact_person, p.contact_company) is distinct from (w.person, w.company)
    returning p.account_id, p.id
  )
  select array_agg(account_id), array_agg(id) into owners, renamed from done;
  if renamed is null then
    return;
  end if;
  update fax f
  set company = d.company
  from (
    select one.account_id, one.id, case when p.contact_company = '' then p.company else p.contact_company end as company
    from unnest(owners, renamed) as given(account_id, party_id)
    join fax_party p on p.account_id = given.account_id and p.id = given.party_id
    join fax one on one.account_id = p.account_id and one.folder = any ('{1,2,3,4,5}'::smallint[]) and one.party_id = p.id
    where one.company <> case when p.contact_company = '' then p.company else p.contact_company end
    limit most
  ) d
  where f.account_id = d.account_id and f.id = d.id;
  get diagnostics named = row_count;
  if named = most then
    insert into fax_party_renamed (account_id, party_id)
    select * from unnest(owners, renamed)
    on conflict do nothing;
  end if;
  -- Open clients ask again (migration 0030); names alone change no fax, so its triggers say nothing.
  perform pg_notify('f2e_changed', owner || ':' || topic)
  from (select distinct unnest(owners) as owner) o, unnest(array['faxes', 'outbox']) as topic;
end
$$;
