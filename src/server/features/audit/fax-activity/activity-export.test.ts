import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ActivityEntry } from '#contract/audit/fax-activity.ts';
import { startStorageRig } from '#test/storage-rig.ts';
import type { StorageRig } from '#test/storage-rig.ts';
import type { SignedIn } from '#test/start-app.ts';

const VERIFY = join(import.meta.dirname, '../../../../../docs/verify-activity.mjs');
const DAY_MS = 86_400_000;
const RANGE = {
  startDate: new Date(Date.now() - 300 * DAY_MS).toISOString().slice(0, 10),
  endDate: new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10),
};
const run = promisify(execFile);

let rig: StorageRig;
beforeAll(async () => {
  rig = await startStorageRig();
});
afterAll(async () => await rig.stop());

const get = async (who: SignedIn, path: string, query: Record<string, string>, from: object = {}) =>
  await rig.test.app.inject({ url: `/api/faxui/${path}`, query, ...who, ...from });
const list = async (who: SignedIn, query: Record<string, string>) =>
  (await get(who, 'faxActivity', query)).json<{ rows: ActivityEntry[] }>();
const open = async (who: SignedIn, fid: number, from: object) => {
  const { rows } = await rig.test.database.pool.query<{ path_key: string }>(
    'select path_key from fax where id = $1',
    [fid],
  );
  const file = `${rows[0]?.path_key}/prev1.gif`;
  expect((await get(who, 'getFaxFile', { file }, from)).statusCode).toBe(200);
};
/** Returns the script's output about a file, and its exit code. */
const verify = async (text: string): Promise<{ code: number; said: string }> => {
  const file = join(rig.test.folder, 'activity.csv');
  await writeFile(file, text);
  return await run(process.execPath, [VERIFY, file]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  );
};

describe('the export', () => {
  it('has a chain in which a changed, removed or added line is found by the script of the docs', async () => {
    const owner = await rig.person();
    for (let fax = 0; fax < 3; fax += 1)
      await open(owner, await rig.receive(owner.number), {
        headers: { ...owner.headers, 'user-agent': '=HYPERLINK("http://evil.example")' },
      });
    const answer = await get(owner, 'activityExport', { ...RANGE, kind: 'open' });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="fax_activity_${owner.number}_${RANGE.startDate}_${RANGE.endDate}.csv"`,
    });
    const lines = answer.body.split('\r\n').slice(0, -1);
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatch(
      new RegExp(
        `^Activity,${owner.number},account ${owner.id},${RANGE.startDate},${RANGE.endDate},all faxes,open,exported 2`,
      ),
    );
    // No cell is a formula.
    expect(lines[2]).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    const good = await verify(answer.body);
    expect(good).toEqual({ code: 0, said: expect.stringMatching(/^3 entries, unchanged\./) });
    const { rows } = await rig.test.database.pool.query(
      "select detail ->> 'sha256' as sha256 from audit where account_id = $1 and action = 'activity.exported'",
      [owner.id],
    );
    expect(rows).toEqual([{ sha256: lines.at(-1)?.split(',').at(-1) }]);
    const tampered: Record<string, string[]> = {
      changed: lines.with(3, (lines[3] ?? '').replace('open', 'print')),
      removed: lines.toSpliced(3, 1),
      inserted: lines.toSpliced(3, 0, lines[3] ?? ''),
      swapped: lines.with(2, lines[3] ?? '').with(3, lines[2] ?? ''),
      'short of its end': lines.slice(0, -1),
      'short of entries, with the end': lines.toSpliced(4, 1),
    };
    for (const [what, text] of Object.entries(tampered))
      expect([what, (await verify(`${text.join('\r\n')}\r\n`)).code]).toEqual([what, 1]);
    expect((await verify(answer.body.slice(0, -2))).code).toBe(1);
  });

  it('refuses ranges that make no sense, and is an entry itself', async () => {
    const owner = await rig.person();
    const wrong = await get(owner, 'activityExport', { startDate: '2026-02-02', endDate: '2026-02-01' });
    expect([wrong.statusCode, wrong.json().error]).toEqual([412, 'DATE_ORDER']);
    const long = await get(owner, 'activityExport', { startDate: '2024-01-01', endDate: '2026-02-01' });
    expect([long.statusCode, long.json().error]).toEqual([400, 'RANGE_TOO_LONG']);
    await get(owner, 'activityExport', RANGE);
    expect((await list(owner, { kind: 'log' })).rows).toMatchObject([{ kind: 'log', form: 'csv' }]);
  });
});
