import type { Database } from '#engine/database/port.ts';

import { openBenchDatabase } from './bench-database.ts';

/** Sizes of the accounts: one large, one medium, and the rest share what remains of a million faxes. */
export const BIG_ACCOUNT = 1;
export const MIDDLE_ACCOUNT = 2;
const ACCOUNTS = 10_000;
const BIG = 200_000;
const MIDDLE = 50_000;
const ALL = 1_000_000;

/** As many different senders as a busy clinic or broker has. */
const BIG_PARTIES = 3_000;
const MIDDLE_PARTIES = 1_000;
const SMALL_PARTIES = 20;

/** Bench queries run one after the other on as many connections as there are callers. */
const CONNECTIONS = 34;

/**
 * Creates a database with a million faxes, `big` of them in one account; `drop` stops the server and removes the files.
 */
export async function buildMailboxes(big = BIG): Promise<{ database: Database; drop: () => Promise<void> }> {
  return await openBenchDatabase(CONNECTIONS, [
    ...accounts(),
    ...bulk(big, Math.max(ALL, big + MIDDLE + ACCOUNTS)),
  ]);
}

function accounts(): string[] {
  return [
    `insert into brand (name, is_default) values ('Bench', true)`,
    `insert into account (brand_id, fax_number, admin_email, state)
     select 1, (2120000000 + n)::text, 'owner' || n || '@example.com', 'active'
     from generate_series(1, ${ACCOUNTS}) n`,
    `insert into account_settings (account_id, timezone_id) select id, 5 from account`,
    `insert into document (account_id, storage_key, source, pages, state)
     select id, 'documents/' || id, 'line', 1, 'ready' from account`,
    // Numbers, companies and people repeat as in real data: words from short lists, some of them rare.
    `insert into fax_party (account_id, number, company, sender, to_person)
     select a.id,
       (2000000000 + (hashint8(a.id * 7919 + p)::bigint & 2147483647) * 3 % 7999999999)::text,
       case when p % 50 = 0 then '' else
         (array['Acme','Northern','Lakeside','Summit','Harbor','Pioneer','Evergreen','Atlas','Beacon','Cascade',
                'Delta','Granite','Keystone','Liberty','Meridian','Orchard'])[1 + p % 16] || ' ' ||
         (array['Medical','Dental','Legal','Insurance','Realty','Pharmacy','Freight','Supply','Partners','Clinic',
                'Savings','Logistics','Title','Radiology','Hardware','Travel'])[1 + (p / 16) % 16] || ' ' ||
         (array['Group','Associates','LLC','Company','Inc'])[1 + p % 5] || ' ' || (p / 7) end,
       case when p % 3 = 0 then '' else 'Person ' || p end,
       case when p % 4 = 0 then 'Reader ' || p else '' end
     from account a cross join lateral generate_series(1,
       case a.id when ${BIG_ACCOUNT} then ${BIG_PARTIES} when ${MIDDLE_ACCOUNT} then ${MIDDLE_PARTIES}
       else ${SMALL_PARTIES} end) p
     on conflict do nothing`,
    `insert into contact (account_id, to_person, company, fax_number)
     select account_id, 'Contact ' || min(id), min(company), number from fax_party where id % 10 = 0 group by account_id, number`,
    `create temporary table party as select account_id, row_number() over (partition by account_id order by id) - 1 as n,
       count(*) over (partition by account_id) as parties, id, number, company from fax_party`,
    'create index on party (account_id, n)',
    'analyze party',
  ];
}

function bulk(big: number, all: number): string[] {
  return [
    // Checking the keys of a million rows one by one would take most of the time.
    `do $$ declare c record; begin
       for c in select conname from pg_constraint where conrelid = 'fax'::regclass and contype = 'f' loop
         execute 'alter table fax drop constraint ' || c.conname; end loop; end $$`,
    'alter table fax disable trigger user',
    `create temporary table later as select indexdef from pg_indexes
       where tablename = 'fax' and indexname like 'fax\\_by\\_%'`,
    `do $$ declare i record; begin
       for i in select indexname from pg_indexes where tablename = 'fax' and indexname like 'fax\\_by\\_%' loop
         execute 'drop index ' || i.indexname; end loop; end $$`,
    'select setseed(0.42)',
    `insert into fax (account_id, document_id, path_key, action, fax_at, party_id, other_number, company,
                      pages, bytes, is_new, archived, deleted_at, status)
     select d.account_id, d.account_id, 'k' || lpad(d.n::text, 21, '0'),
       case when kind < 0.73 then 'R' else 'S' end, fax_at, p.id, p.number, p.company,
       1 + (-2.5 * ln(1 - r2))::int, 8000 + (r3 * r3 * 900000)::int, kind < 0.05,
       kind between 0.65 and 0.73, case when kind > 0.98 then now() end, case when r2 < 0.02 then 'FAILED' else 'OK' end
     from (
       select n,
         case when n <= ${big} then ${BIG_ACCOUNT} when n <= ${big + MIDDLE} then ${MIDDLE_ACCOUNT}
              else 3 + n % ${ACCOUNTS - 2} end as account_id,
         timestamptz '2025-01-15 00:00Z' + interval '1 day' * floor(670.0 * place) + interval '1 minute' *
           floor(case when random() < 0.85 then 780 + 600 * random() else 1440 * random() end) +
           interval '1 second' * floor(60 * random()) as fax_at,
         random() as kind, random() as r2, random() as r3, random() as r4
       from (select n, case when n <= ${big} then n::float8 / ${big}
                            when n <= ${big + MIDDLE} then (n - ${big})::float8 / ${MIDDLE}
                            else (n - ${big + MIDDLE})::float8 / ${all - big - MIDDLE} end as place
             from generate_series(1, ${all}) n) spread
     ) d
     join lateral (select parties from party where party.account_id = d.account_id and party.n = 0) c on true
     join party p on p.account_id = d.account_id and p.n = least(c.parties - 1, floor(c.parties * r4 * sqrt(r4)))::bigint`,
    `do $$ declare i record; begin for i in select indexdef from later loop execute i.indexdef; end loop; end $$`,
    `insert into folder_counter select account_id, folder, count(*), count(*) filter (where is_new)
       from fax where folder <> 5 group by 1, 2`,
    `update fax_party p set in_inbox = c.inbox, in_sent = c.sent, in_archive = c.archive
       from (select account_id, party_id, count(*) filter (where folder = 1) as inbox,
               count(*) filter (where folder = 2) as sent, count(*) filter (where folder = 3) as archive
             from fax group by 1, 2) c where c.account_id = p.account_id and c.party_id = p.id`,
    `insert into month_counter select account_id, folder, month_of(at_minute), count(*)
       from fax where folder <> 5 group by 1, 2, 3`,
    'alter table fax enable trigger user',
    'vacuum analyze',
  ];
}
