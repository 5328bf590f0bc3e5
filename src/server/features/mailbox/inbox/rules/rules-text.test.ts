import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import type { PageTextOutcome } from '#engine/documents/port.ts';
import { CALLER, ruleCalls } from '#test/rules-rig.ts';
import { fakeDocuments } from '#test/sending-rig.ts';
import { startApp } from '#test/start-app.ts';
import { newTeam } from '#test/team-rig.ts';
import type { TeamWorld } from '#test/team-rig.ts';

import { beginRules } from './begin-rules.ts';

let world: TeamWorld;
let page = '';
let barcode = '';
const documents = fakeDocuments({
  recognizeText: async (): Promise<PageTextOutcome> => {
    const lines = [page.split(' ').map((text, x) => ({ text, x, y: 0, w: 9, h: 9 }))];
    return await Promise.resolve({
      kind: 'ok',
      text: {
        width: 1728,
        height: 2156,
        turn: 0,
        lines,
        confidence: 90,
        barcodes: barcode === '' ? [] : [{ format: 'Code128', text: barcode, x: 1, y: 2, w: 30, h: 4 }],
      },
    });
  },
});

beforeAll(async () => {
  world = { test: await startApp({ documents, env: { F2E_OCR: 'received' } }) } as TeamWorld;
});
beforeEach(async () => await newTeam(world));
afterAll(async () => await world.test.stop());

const { arrive, did, handled, made } = ruleCalls(() => world);
const labs = { name: 'Labs', conditions: [{ kind: 'text', texts: ['lab results', 'befund'] }] };
const archived = { kind: 'archive', what: '', outcome: 'done' };

it('a rule acts by the words on pages, once they were read', async () => {
  await made(labs);
  await made({ name: 'No spam', conditions: [{ kind: 'not-text', texts: ['spam'] }] });
  page = 'Your lab results: fine';
  expect(await did(await handled())).toEqual([
    ['Labs', [archived]],
    ['No spam', [archived]],
  ]);
  page = 'Spam! Buy now';
  expect(await did(await handled())).toEqual([]);
});

it('a rule acts by what a barcode says', async () => {
  await made({ name: 'Invoices', conditions: [{ kind: 'barcode', texts: ['INV-*'] }] });
  page = 'nothing';
  barcode = 'INV-2026-118734';
  expect(await did(await handled())).toEqual([['Invoices', [archived]]]);
  barcode = 'MRN 1';
  expect(await did(await handled())).toEqual([]);
  barcode = '';
});

it('rules wait for the text only where one of them asks for it, and do without when it takes too long', async () => {
  const { test, account } = world;
  const looks: (Date | undefined)[] = [];
  const rules = beginRules(async (_tx, _kind, _payload, options) => {
    looks.push(options?.notBefore);
    await Promise.resolve();
  });
  const again = async (faxId: number) =>
    await test.database.transaction(async (tx) => {
      await tx.deleteFrom('rule_arrival').where('fax_id', '=', faxId).execute();
      await rules.arrived(tx, { accountId: account.id, faxId, byRule: false });
    });
  await made({ name: 'Plain', conditions: [{ kind: 'caller', callers: [CALLER] }] });
  const first = await arrive();
  await again(first);
  expect(looks).toEqual([undefined]);
  await made(labs);
  await again(first);
  expect(looks[1]?.getTime()).toBeGreaterThan(Date.now() + 9 * 60_000);
  // Its text is unknown, so only the rule without a text condition acts.
  await test.database.db.deleteFrom('fax_text').execute();
  page = 'befund';
  await test.runJobs();
  expect(await did(first)).toEqual([['Plain', [archived]]]);
});
