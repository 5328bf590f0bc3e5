import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { fakeDocuments, startSending } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import type { Arrival } from './arrived-pages.ts';

let rig: SendingRig;

beforeAll(async () => {
  rig = await startSending();
});
afterAll(async () => await rig.stop());

let calls = 0;

function arrival(called: string, change: Partial<Arrival> = {}): Arrival {
  calls += 1;
  return {
    lineId: null,
    callRef: `call-${calls}`,
    caller: '3105550111',
    stationId: 'ACME FAX',
    called,
    tiff: Buffer.from('pages 2'),
    source: 'line',
    ...change,
  };
}

async function inbox(account: number) {
  return await rig.database.db
    .selectFrom('fax as f')
    .innerJoin('document as d', 'd.id', 'f.document_id')
    .innerJoin('fax_party as p', (join) =>
      join.onRef('p.account_id', '=', 'f.account_id').onRef('p.id', '=', 'f.party_id'),
    )
    .select(['f.id', 'f.pages', 'f.is_new', 'f.station_id', 'f.other_number', 'f.company', 'p.sender'])
    .select(['d.tiff_key', 'd.fault', 'd.originals', 'd.state'])
    .where('f.account_id', '=', account)
    .orderBy('f.id')
    .execute();
}

async function receivedPages(account: number): Promise<number> {
  const row = await rig.database.db
    .selectFrom('usage_month')
    .select('rcvd_pages')
    .where('account_id', '=', account)
    .executeTakeFirst();
  return row?.rcvd_pages ?? 0;
}

describe('an arrival', () => {
  it('is a new fax in the inbox, with pages, usage and trace', async () => {
    const b = await makeAccount(rig.database.db);
    const result = await rig.sending.arrivals.receive(arrival(`1${b.number}`));
    expect(result).toMatchObject({ accepted: true, repeated: false });
    const faxes = await inbox(b.id);
    expect(faxes).toMatchObject([
      {
        pages: 2,
        is_new: true,
        station_id: 'ACME FAX',
        other_number: '3105550111',
        company: '',
        sender: 'ACME FAX',
        fault: null,
      },
    ]);
    const pages = await receivedPages(b.id);
    expect(pages).toBe(2);
    const audit = await rig.database.db
      .selectFrom('audit')
      .select('action')
      .where('account_id', '=', b.id)
      .execute();
    expect(audit).toEqual([{ action: 'fax.received' }]);
  });

  it('[BLOCK-16] [A-BLOCK-01] from a blocked caller, however its number is written, is refused, noted and not billed', async () => {
    const b = await makeAccount(rig.database.db);
    await rig.database.db
      .insertInto('blocked_number')
      .values([
        { account_id: b.id, caller: '212-555-0100', digits: '2125550100' },
        { account_id: b.id, caller: 'Bad Csid', digits: '' },
        { account_id: b.id, caller: 'anonymous', digits: '' },
      ])
      .execute();
    const refused = { accepted: false, reason: 'CALLER_BLOCKED' };
    const numbers = ['+12125550100', '2125550100', '12125550100', ' 212 555 0100', '', 'anonymous'];
    for (const caller of numbers)
      expect(await rig.sending.arrivals.receive(arrival(b.number, { caller }))).toEqual(refused);
    expect(await rig.sending.arrivals.receive(arrival(b.number, { stationId: 'BAD CSID' }))).toEqual(refused);
    expect([await inbox(b.id), await receivedPages(b.id)]).toEqual([[], 0]);
    const noted = await rig.database.db
      .selectFrom('inbound_call')
      .select(['result', 'pages', 'fax_id'])
      .where('account_id', '=', b.id)
      .execute();
    expect(noted).toEqual(
      Array.from({ length: 7 }, () => ({ result: 'CALLER_BLOCKED', pages: 0, fax_id: null })),
    );
    const audit = await rig.database.db
      .selectFrom('audit')
      .select('action')
      .where('account_id', '=', b.id)
      .execute();
    expect(audit).toEqual(Array.from({ length: 7 }, () => ({ action: 'fax.blocked' })));
    expect(await rig.sending.arrivals.receive(arrival(b.number))).toMatchObject({ accepted: true });
  });

  it('bears the names that the account has for the caller', async () => {
    const b = await makeAccount(rig.database.db);
    await rig.database.db
      .insertInto('contact')
      .values({ account_id: b.id, to_person: 'John Doe', company: 'Acme', fax_number: '3105550111' })
      .execute();
    await rig.sending.arrivals.receive(arrival(b.number, { caller: '+1 310 555 0111' }));
    const faxes = await inbox(b.id);
    expect(faxes).toMatchObject([{ company: 'Acme', sender: 'John Doe', other_number: '3105550111' }]);
  });

  it('reported twice, also at the same moment, is one fax', async () => {
    const b = await makeAccount(rig.database.db);
    const call = arrival(b.number);
    const results = await Promise.all(
      Array.from({ length: 10 }, async () => await rig.sending.arrivals.receive(call)),
    );
    const later = await rig.sending.arrivals.receive(call);
    expect(new Set(results.map((r) => (r.accepted ? r.fid : 0))).size).toBe(1);
    expect(later).toMatchObject({ accepted: true, repeated: true });
    const faxes = await inbox(b.id);
    const pages = await receivedPages(b.id);
    expect([faxes.length, pages]).toEqual([1, 2]);
  });

  it.each([
    ['nobody', undefined, 'NUMBER_UNKNOWN'],
    ['a suspended account', 'suspended', 'ACCOUNT_INACTIVE'],
    ['a closed account', 'closed', 'ACCOUNT_INACTIVE'],
  ] as const)('for %s is refused and written down', async (_, state, reason) => {
    const number = state ? (await makeAccount(rig.database.db, { state })).number : '9995550100';
    const call = arrival(number);
    const result = await rig.sending.arrivals.receive(call);
    const again = await rig.sending.arrivals.receive(call);
    expect([result, again]).toEqual([
      { accepted: false, reason },
      { accepted: false, reason },
    ]);
    const kept = await rig.database.db
      .selectFrom('inbound_call')
      .select(['result', 'fax_id'])
      .where('call_ref', '=', call.callRef)
      .execute();
    expect(kept).toEqual([{ result: reason, fax_id: null }]);
  });

  it('that nothing can read is listed without pages and kept as it came; the next one is as usual', async () => {
    const b = await makeAccount(rig.database.db);
    const poison = Buffer.from('crash II*\u0000 not a picture');
    await rig.sending.arrivals.receive(arrival(b.number, { tiff: poison }));
    await rig.sending.arrivals.receive(arrival(b.number, { tiff: Buffer.from('damaged') }));
    await rig.sending.arrivals.receive(arrival(b.number));
    const faxes = await inbox(b.id);
    expect(faxes.map(({ pages, fault, state }) => ({ pages, fault, state }))).toEqual([
      { pages: 0, fault: 'CONVERTER_CRASHED', state: 'ready' },
      { pages: 0, fault: 'DOCUMENT_DAMAGED', state: 'ready' },
      { pages: 2, fault: null, state: 'ready' },
    ]);
    const kept = await rig.files.get(faxes[0]?.tiff_key ?? '');
    expect(Buffer.from(kept ?? []).equals(poison)).toBe(true);
    expect(faxes[0]?.originals).toMatchObject([{ name: 'fax.tiff', size: poison.length }]);
  });

  it('of which pages are damaged shows what can be read and keeps what came beside it', async () => {
    const b = await makeAccount(rig.database.db);
    const readable = { kind: 'ok', tiff: Buffer.from('PP'), pages: 2, damagedPages: [2] } as const;
    const torn = rig.another({ documents: fakeDocuments({ toFaxPages: async () => readable }) });
    const came = Buffer.from('as it came');
    await torn.arrivals.receive(arrival(b.number, { tiff: came }));
    const [fax] = await inbox(b.id);
    expect(fax).toMatchObject({ pages: 2, fault: 'PAGES_DAMAGED', state: 'ready' });
    expect(fax?.originals).toMatchObject([{ name: 'original.tiff', size: came.length }]);
    const kept = await rig.files.get(String((fax?.originals as { key: string }[] | undefined)?.[0]?.key));
    expect(Buffer.from(kept ?? []).equals(came)).toBe(true);
  });

  it('on-net gets its header line here; a header that cannot be printed does not cost the fax', async () => {
    const b = await makeAccount(rig.database.db);
    const broken = rig.another({
      documents: fakeDocuments({
        stampHeader: async () => {
          throw new Error('no room');
        },
      }),
    });
    await rig.sending.arrivals.receive(arrival(b.number, { source: 'onnet', tiff: Buffer.from('PP') }));
    await broken.arrivals.receive(arrival(b.number, { source: 'onnet', tiff: Buffer.from('PP') }));
    const faxes = await inbox(b.id);
    const texts: string[] = [];
    for (const { tiff_key } of faxes) texts.push(String(await rig.files.get(tiff_key ?? '')));
    expect(faxes.map(({ pages }) => pages)).toEqual([2, 2]);
    expect(texts[0]).toMatch(/^PP\|ACME FAX 310-555-0111>212-555-\d{4}$/);
    expect(texts[1]).toBe('PP');
  });
});
