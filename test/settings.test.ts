import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { putGlobalSettings } from '#contract/mailbox/general-settings.ts';
import { pathFor } from '#contract/kit/call.ts';
import { operatorAccountAct } from '#contract/customers/accounts.admin.ts';

import { startCompose } from './compose-rig.ts';
import type { ComposeRig } from './compose-rig.ts';
import { makeAccount } from './factories.ts';
import { makeFalseWeb } from './false-web.ts';
import { logIn } from './log-in.ts';
import { atConsole, signInOperator } from './operator-console-rig.ts';

const MIB = 1024 * 1024;

const file = (bytes: number, name = 'a.txt') => ({ name, bytes: Buffer.alloc(bytes, 'a') });

/** A product with limits other than the defaults (spec settings 2). */
describe('an installation with limits of its own', () => {
  let web: Awaited<ReturnType<typeof makeFalseWeb>>;
  let rig: ComposeRig;

  beforeAll(async () => {
    web = await makeFalseWeb();
    rig = await startCompose({
      web: web.folder,
      env: {
        F2E_UPLOAD_FILE_MIB: '1',
        F2E_UPLOAD_FILES: '3',
        F2E_UPLOAD_MIB: '2',
        F2E_JSON_MIB: '2',
        F2E_LOGIN_FAILURES: '2',
        F2E_LOGIN_FAILURE_MINUTES: '1',
        F2E_NUMBER_REST_DAYS: '5',
        F2E_KEEP_DELETED_DAYS: '14',
        F2E_KEEP_CLOSED_DAYS: '60',
      },
    });
  });
  afterAll(async () => {
    await rig.stop();
    await web.remove();
  });

  const change = async (bytes: number) =>
    await rig.app.inject({
      method: putGlobalSettings.method,
      url: pathFor(putGlobalSettings),
      headers: { ...rig.credentials, 'content-type': 'application/json' },
      payload: { warnDelete: '1', padding: 'x'.repeat(bytes) },
    });
  const writtenInPage = async (name: string): Promise<unknown> => {
    const page = await rig.app.inject({ url: '/compose', headers: { accept: 'text/html' } });
    const written = new RegExp(`name="${name}" content="([^"]*)"`).exec(page.body)?.[1] ?? '';
    return JSON.parse(written.replaceAll('&#34;', '"'));
  };
  const to = () => ({ destinations: rig.other.number });

  it('takes files up to its limits and names them to who sends more', async () => {
    expect((await rig.send(to(), [file(MIB)])).status).toBe(200);
    expect(await rig.send(to(), [file(MIB + 1)])).toMatchObject({
      error: 'FILE_TOO_BIG',
      message: '“a.txt” is larger than 1 MB.',
    });
    expect(await rig.send(to(), [file(MIB), file(MIB, 'b.txt'), file(1, 'c.txt')])).toMatchObject({
      error: 'UPLOAD_TOO_BIG',
      message: 'The files together are larger than 2 MB.',
    });
    expect(
      await rig.send(
        to(),
        [1, 2, 3, 4].map((n) => file(1, `${n}.txt`)),
      ),
    ).toMatchObject({
      error: 'TOO_MANY_FILES',
      message: 'You can attach at most 3 files.',
    });
  });

  it('tells its pages, so that they ask before anything is uploaded', async () => {
    expect(await writtenInPage('f2e-upload')).toEqual({ fileBytes: MIB, files: 3, bytes: 2 * MIB });
  });

  it('tells its pages how long it keeps what is deleted or closed', async () => {
    expect(await writtenInPage('f2e-keep-days')).toEqual({ deleted: 14, closed: 60, number: 5 });
  });

  it('takes JSON up to its limit', async () => {
    expect((await change(1.5 * MIB)).statusCode).toBe(200);
    expect((await change(2 * MIB)).statusCode).toBe(413);
  });

  it('lets a login wait after so many wrong passwords, for so long', async () => {
    const { number } = await makeAccount(rig.database.db);
    const wrong = async () => await logIn(rig, number, 'Wrong-1-wrong');
    const answers = [await wrong(), await wrong(), await wrong()];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([412, 412, 429]);
    expect(Number(answers[2]?.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('lets the number of a closed account rest for so many days', async () => {
    const operator = await signInOperator(rig);
    const account = await makeAccount(rig.database.db);
    await rig.database.pool.query(
      `insert into number (digits, kind, area_code, state, account_id) values ($1, 'local', left($1, 3), 'assigned', $2)
       on conflict (digits) do update set state = 'assigned', account_id = excluded.account_id`,
      [account.number, account.id],
    );
    const body = { id: String(account.id), verb: 'close' as const };
    expect((await atConsole(rig, operator, operatorAccountAct, { body })).statusCode).toBe(200);
    const { rows } = await rig.database.pool.query(
      `select state, quarantine_until - now() between
         interval '4 days 23 hours' and interval '5 days' as five from number where digits = $1`,
      [account.number],
    );
    expect(rows).toEqual([{ state: 'quarantine', five: true }]);
  });
});
