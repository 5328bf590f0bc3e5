import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { checkCounters } from '#server/features/mailbox/inbox/fax-counters.service.ts';
import { readMails } from '#test/mails.ts';
import { ruleCalls } from '#test/rules-rig.ts';
import { startSplitting } from '#test/splitting-rig.ts';
import type { SplittingRig } from '#test/splitting-rig.ts';
import { teamCalls } from '#test/team-rig.ts';

let rig: SplittingRig;
beforeAll(async () => {
  rig = await startSplitting();
});
beforeEach(async () => await rig.renew());
afterAll(async () => await rig.test.stop());

const { made, did } = ruleCalls(() => rig);
const { found: search } = teamCalls(() => rig);

/** Returns the faxes that the owner was mailed about. */
async function mailed(): Promise<number[]> {
  const mails = (await readMails(rig.test.folder)).filter(({ to }) => to === rig.account.email);
  return mails
    .flatMap(({ link }) => /[?&]fax=(\d+)/u.exec(link ?? '')?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b);
}

/** Returns the events that programs receive, in order. */
async function events(): Promise<string[]> {
  const rows = await rig.ask<{ type: string; id: string }>(
    `select type, data ->> 'id' as id from api_event where account_id = $1 and type like 'fax.%' order by created_at, id`,
  );
  return rows.map(({ type, id }) => `${type} ${id}`);
}

async function audits(action: string): Promise<{ object: string; detail: object }[]> {
  return await rig.ask(`select object, detail from audit where account_id = $1 and action = '${action}'`);
}

/** Adds a webhook endpoint and a storage for copies. */
async function listen(): Promise<void> {
  await rig.ask(
    `insert into webhook_endpoint (id, account_id, url, host, secret)
     values (lpad($1::bigint::text, 10, '0'), $1, 'https://hooks.example.com/', 'hooks.example.com', '')`,
  );
  await rig.ask(
    `insert into storage_link (account_id, kind, place, secret)
     values ($1, 'sftp', '{"host":"h","login":"l"}', 'sealed')`,
  );
}
const copied = async () =>
  (
    await rig.ask<{ id: number }>(
      'select fax_id::int as id from storage_delivery where account_id = $1 order by id',
    )
  ).map(({ id }) => id);
const pagesOfMonth = async () =>
  (await rig.ask<{ n: number }>('select rcvd_pages as n from usage_month where account_id = $1'))[0]?.n;

describe('a received fax with separator pages', () => {
  it('[SPLIT-01] becomes faxes of their own, page by page the same; the whole one stays in the archive', async () => {
    rig.separators = new Set([3, 5]);
    const whole = await rig.arrive(7);
    await rig.test.runJobs();
    const [kept, first, second, third, ...more] = await rig.faxes();
    expect(more).toEqual([]);
    expect(kept).toMatchObject({ ...whole, archived: true, isNew: false, partOf: null });
    const pages = (...numbers: number[]) => numbers.map((page) => whole.pages[page - 1]);
    for (const [part, wanted] of [
      [first, pages(1, 2)],
      [second, pages(4)],
      [third, pages(6, 7)],
    ] as const)
      expect(part).toMatchObject({ pages: wanted, isNew: true, archived: false, partOf: whole.id });
    expect(
      await rig.ask(
        `select distinct fax_at = max(fax_at) over () as at, other_number, station_id, status from fax where account_id = $1`,
      ),
    ).toEqual([{ at: true, other_number: '3105550111', station_id: 'ACME', status: 'OK' }]);
    // Counted once, as received; the counters agree with the rows.
    expect([await pagesOfMonth(), await checkCounters(rig.test.database)]).toEqual([7, []]);
    expect(await audits('fax.split')).toEqual([
      {
        object: `fax/${whole.id}`,
        detail: { parts: [first?.id, second?.id, third?.id], pages: [2, 1, 2] },
      },
    ]);
  });

  it('is told of by its parts: mails, copies, rules, programs and searches know each once', async () => {
    await listen();
    await made({ name: 'All', conditions: [], actions: [{ kind: 'read' }] });
    rig.separators = new Set([2]);
    const whole = await rig.arrive(3);
    expect([await mailed(), await copied(), await events()]).toEqual([[], [], []]);
    await rig.test.runJobs();
    const parts = (await rig.faxes()).flatMap(({ id }) => (id === whole.id ? [] : [id]));
    const [one, two] = parts;
    expect([await mailed(), await copied()]).toEqual([parts, parts]);
    for (const part of parts)
      expect(await did(part)).toEqual([['All', [{ kind: 'read', what: '', outcome: 'done' }]]]);
    expect(await did(whole.id)).toEqual([]);
    expect(await events()).toEqual([
      `fax.received fax_${one}`,
      `fax.recognized fax_${one}`,
      `fax.received fax_${two}`,
      `fax.recognized fax_${two}`,
    ]);
    expect(new Set(await search('page3word'))).toEqual(new Set([two, whole.id]));
    await rig.late();
    await rig.test.runJobs();
    expect([await mailed(), await copied(), (await rig.faxes()).length]).toEqual([parts, parts, 3]);
    // People who work here see each part as open.
    const open = await rig.ask<{ id: number }>(
      `select fax_id::int as id from fax_work where account_id = $1 and status = 'open' order by fax_id`,
    );
    expect(open.map(({ id }) => id)).toEqual(parts);
  });

  it('[SPLIT-01] without anything between or around them gives no empty fax', async () => {
    rig.separators = new Set([1, 3, 4, 6]);
    const whole = await rig.arrive(6);
    await rig.test.runJobs();
    const parts = (await rig.faxes()).filter(({ partOf }) => partOf === whole.id);
    expect(parts.map(({ pages }) => pages)).toEqual([[whole.pages[1]], [whole.pages[4]]]);
  });

  it('keeps the turns of its pages', async () => {
    rig.away = true;
    rig.separators = new Set([2]);
    const whole = await rig.arrive(4);
    await rig.ask(`update fax set rotation = 90, page_turns = '{180,0,270}' where account_id = $1`);
    rig.away = false;
    await rig.test.database.pool.query(
      `insert into hand_queue.job (name, payload) values ('read-faxes', '{}')`,
    );
    await rig.test.runJobs();
    expect(
      await rig.ask(
        `select rotation, page_turns from fax where account_id = $1 and part_of = ${whole.id} order by id`,
      ),
    ).toEqual([
      { rotation: 90, page_turns: [180] },
      { rotation: 90, page_turns: [270] },
    ]);
  });
});

/** Returns what became of a fax of `pages` pages once all work due now and later is done. */
async function outcomeOf(pages: number) {
  await listen();
  const fax = await rig.arrive(pages);
  await rig.test.runJobs();
  await rig.late();
  await rig.test.runJobs();
  const found = {
    faxes: (await rig.faxes()).map(({ id, pages: all, archived }) => ({ id, pages: all, archived })),
    mailed: await mailed(),
    copied: await copied(),
    events: await events(),
    splits: await audits('fax.split'),
    waiting: await rig.ask('select 1 from split_arrival where account_id = $1'),
  };
  const whole: typeof found = {
    faxes: [{ ...fax, archived: false }],
    mailed: [fax.id],
    copied: [fax.id],
    events: [`fax.received fax_${fax.id}`, `fax.recognized fax_${fax.id}`],
    splits: [],
    waiting: [],
  };
  return { found, whole };
}

describe('a received fax stays whole, and is told of once', () => {
  it.each([
    ['without separator pages', 3, []],
    ['[SPLIT-01] with nothing but separator pages', 3, [1, 2, 3]],
    ['with a single page', 1, [1]],
    [
      '[A-SPLIT-01] with so many that a stranger could fill the inbox',
      101,
      Array.from({ length: 50 }, (_, at) => 2 * at + 2),
    ],
  ])('%s', async (_, pages, separators) => {
    rig.separators = new Set(separators);
    const { found, whole } = await outcomeOf(pages);
    expect(found).toEqual(whole);
  });

  it('[A-SPLIT-01] where the account does not want it, which is so at first', async () => {
    await rig.ask('update account_settings set split_faxes = default where account_id = $1');
    rig.separators = new Set([2]);
    const { found, whole } = await outcomeOf(3);
    expect(found).toEqual(whole);
  });

  it('when its pages could not be taken over in time', async () => {
    rig.separators = new Set([2]);
    rig.broken = true;
    const fax = await rig.arrive(3);
    await expect(rig.test.runJobs()).rejects.toThrow('the disk is away');
    expect(await mailed()).toEqual([]);
    await rig.late();
    await rig.test.runJobs();
    expect([await mailed(), (await rig.faxes()).length]).toEqual([[fax.id], 1]);
  });
});
