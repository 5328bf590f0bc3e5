import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createOperatorRig } from '#test/operator-rig.ts';
import type { OperatorRig } from '#test/operator-rig.ts';

const PASSWORD = 'Right-horse-7';
let rig: OperatorRig;

beforeAll(async () => {
  rig = await createOperatorRig();
  await writeFile(join(rig.folder, 'invoice.txt'), 'Invoice 1042\n\nTwo boxes of paper: 18.40\n');
});

afterAll(async () => {
  await rig.close();
});

async function addAccount(): Promise<string> {
  const args = ['account', 'add', '--brand', '1', '--number', '2125550161', '--email', 'a@example.com'];
  return (await rig.json<{ uid: string }>([...args, '--password-stdin'], `${PASSWORD}\n`)).uid;
}

describe('faxes', () => {
  it('arrive as if a line had received them, are listed, and leave over a line', async () => {
    const uid = await addAccount();
    const file = join(rig.folder, 'invoice.txt');
    const arrived = await rig.json<{ fid: string }>([
      'fax',
      'receive-test',
      '--to',
      '2125550161',
      '--from',
      '3105550111',
      file,
    ]);
    expect(arrived).toEqual({ fid: expect.stringMatching(/^\d+$/u), accepted: true, reason: '' });
    const { faxes } = await rig.json<{ faxes: object[] }>(['fax', 'list', uid]);
    expect(faxes).toEqual([
      expect.objectContaining({ fid: arrived.fid, number: '3105550111', pages: 1, folder: 'Inbox' }),
    ]);
    expect(await rig.json(['fax', 'receive-test', '--to', '2125550999', file])).toEqual({
      fid: null,
      accepted: false,
      reason: 'NUMBER_UNKNOWN',
    });

    const send = ['fax', 'send', '--from', uid, '--to', '310-555-0112', file];
    expect(await rig.failure(send, 1)).toContain('No fax line can reach 310-555-0112');
    const line = await rig.json([
      'line',
      'add',
      '--kind',
      'simulator',
      '--name',
      'sim',
      '--pattern',
      '+1310*',
    ]);
    expect(line).toEqual({
      name: 'sim',
      kind: 'simulator',
      pattern: '+1310*',
      state: 'on',
      webhookUrl: null,
    });
    const { jobs } = await rig.json<{ jobs: { jobid: string; fid: string; to_faxnumber: string }[] }>(send);
    expect(jobs).toEqual([expect.objectContaining({ to_faxnumber: '3105550112' })]);
    const listed = await rig.json<{ jobs: object[] }>(['job', 'list']);
    expect(listed.jobs).toEqual([
      {
        jobid: jobs[0]?.jobid,
        fid: jobs[0]?.fid,
        uid,
        to: '3105550112',
        state: 'QUEUED',
        dials: 0,
        nextAt: expect.stringMatching(/Z$/u),
        line: null,
        reason: null,
      },
    ]);
    expect(await rig.json(['job', 'list', '--state', 'failed'])).toEqual({ jobs: [] });
    const { rows } = await rig.database.pool.query(`select actor_kind from audit where action = 'fax.send'`);
    expect(rows).toEqual([{ actor_kind: 'operator' }]);
  });

  it('are refused with the sentence of the rule that they break', async () => {
    const file = join(rig.folder, 'invoice.txt');
    const empty = join(rig.folder, 'empty.txt');
    const fake = join(rig.folder, 'fake.pdf');
    await Promise.all([writeFile(empty, ''), writeFile(fake, 'no pdf at all')]);
    const send = ['fax', 'send', '--from', '1', '--to'];
    expect(await rig.failure([...send, '011442071234567', file], 1)).toContain('International');
    expect(await rig.failure([...send, '555', file], 1)).toContain('complete fax number');
    expect(await rig.failure([...send, '3105550112', empty], 1)).toContain('is empty');
    expect(await rig.failure([...send, '3105550112', fake], 1)).toContain('can’t be faxed');
    expect(await rig.failure([...send, '3105550112', join(rig.folder, 'nowhere.txt')], 1)).toContain(
      'cannot be read',
    );
    expect(await rig.failure(['fax', 'send', '--from', '99', '--to', '3105550112', file], 1)).toContain(
      'no account 99',
    );
    expect(await rig.failure(['fax', 'receive-test', '--to', '2125550161', fake], 1)).toContain(
      'cannot be made into',
    );
  });
});

describe('lines', () => {
  it('are listed, tested, drained, turned on and removed', async () => {
    const { lines } = await rig.json<{ lines: { name: string }[] }>(['line', 'list']);
    expect(lines.map(({ name }) => name)).toContain('sim');
    expect(await rig.json(['line', 'test', 'sim'])).toEqual({ ok: true, reason: '', ms: expect.any(Number) });
    expect(await rig.json(['line', 'drain', 'sim'])).toMatchObject({ state: 'drain' });
    expect(await rig.json(['line', 'on', 'sim'])).toMatchObject({ state: 'on' });
    expect(await rig.json(['line', 'remove', 'sim'])).toMatchObject({ name: 'sim', state: 'off' });
    const gone = await rig.run(['line', 'test', 'sim', '--json']);
    expect(gone.status).toBe(1);
    expect(JSON.parse(gone.stdout)).toMatchObject({ ok: false, reason: expect.stringContaining('no line') });
    expect(await rig.failure(['line', 'add', '--kind', 'simulator', '--name', 'Not Good'], 1)).toContain(
      'A line is named',
    );
  });

  it('with two secrets take them from stdin, one a line', async () => {
    const asked = ['--webhook-user', 'fax', '--webhook-password-stdin', '--api-key-stdin'];
    const add = ['line', 'add', '--kind', 'documo', ...asked];
    // A key has no spaces, and a password no tabs.
    expect(await rig.failure(add, 1, 'two words\nKEY\n')).toContain('needs its API key');
    expect(await rig.failure(add, 1, 'KEY\ntwo\twords\n')).toContain('Enter the webhook password');
    expect(await rig.failure(add, 2, 'KEY\n')).toContain('2 secrets on stdin');
    expect(await rig.json(add, 'KEY\ntwo words\n')).toMatchObject({ name: 'documo' });
  });
});
