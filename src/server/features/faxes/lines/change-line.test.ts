import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { LineKind } from '#engine/fax-line/kind-port.ts';
import { simulatorLine } from '#engine/fax-line/simulator.ts';
import { makeAccount } from '#test/factories.ts';
import { startSending } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import type { LineSettingsChange } from './change-line.ts';

let rig: SendingRig;
let configs: unknown[] = [];
beforeAll(async () => {
  rig = await startSending({
    chooseLine: ({ pattern, config, kind }) => {
      configs.push(config);
      if ((config as { user?: string }).user === 'nobody')
        return { kind: 'refused', reason: 'There is no such user.' };
      const line = simulatorLine(pattern, { ringMs: 0, pageMs: 1 });
      return { kind: 'ok', line: kind === 'sip' ? { ...line, tells: true } : line };
    },
  });
});
afterAll(async () => await rig.stop());

const fields: LineKind['fields'] = [
  { name: 'server', label: 'Server', required: true, target: true },
  { name: 'user', label: 'User' },
  { name: 'password', label: 'Password', secret: true },
];
const open: LineKind['open'] = () => ({ kind: 'refused', reason: '' });
const KINDS: LineKind[] = ['sip', 'hylafax'].map((kind) => ({ kind, label: kind, fields, open }));
const CONFIG = { server: 'a.example', user: 'me', password: 'secret' };

let n = 0;
let name: string;
beforeEach(async () => {
  n += 1;
  name = `line${n}`;
  configs = [];
  await rig.sending.lineAdmin.addLine({ kind: 'sip', name, config: CONFIG });
});

async function change(to: LineSettingsChange, of = name) {
  return await rig.sending.lineAdmin.setLine(of, to, KINDS);
}

const config = async () => await rig.sending.lineAdmin.configOf(name);

describe('a line that is changed', () => {
  it('keeps what is not given, loses what is given empty, and is used as it is now; the audit names what changed', async () => {
    expect(await change({ priority: 7, config: { user: 'you', password: '' } })).toMatchObject({
      kind: 'ok',
      line: { priority: 7, channels: 4, pattern: '*' },
    });
    expect(await config()).toEqual({ ...CONFIG, user: 'you' });
    configs = [];
    await change({ config: { user: '' } });
    expect(await config()).toEqual({ server: 'a.example', password: 'secret' });
    await rig.sending.lines.ways(rig.database.db, ['2125550100']);
    expect(configs).toContainEqual({ server: 'a.example', password: 'secret' });
    const acts = rig.database.db.selectFrom('audit').select('detail').where('action', '=', 'line.set');
    const [first] = await acts.where('object', '=', `line/${name}`).orderBy('id').execute();
    expect(first?.detail).toMatchObject({ priority: 7, changed: ['user', 'password'] });
    expect(JSON.stringify(first)).not.toContain('secret');
  });

  it('[A-SFTP-09] sends a stored password nowhere else: with another server it has to be entered again', async () => {
    expect(await change({ config: { server: 'evil.example' } })).toEqual({
      kind: 'refused',
      reason: 'Enter “Password” again: it was for another “Server”.',
    });
    expect(await change({ config: { server: 'evil.example', password: '' } })).toMatchObject({
      kind: 'refused',
    });
    expect(await config()).toEqual(CONFIG);
    expect(await change({ config: { server: 'b.example', password: 'new' } })).toMatchObject({ kind: 'ok' });
    expect(await config()).toEqual({ server: 'b.example', user: 'me', password: 'new' });
  });

  it('is not changed into one that cannot be used', async () => {
    expect(await change({ config: { user: 'nobody' } })).toEqual({
      kind: 'refused',
      reason: 'There is no such user.',
    });
    expect(await change({ pattern: 'abc' })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('pattern'),
    });
    expect(await change({ channels: 0 })).toMatchObject({ kind: 'refused' });
    expect(await change({}, 'none')).toMatchObject({ reason: 'There is no line named “none”.' });
    expect(await change({ priority: 1 }, 'onnet')).toMatchObject({ kind: 'refused' });
    expect(await config()).toEqual(CONFIG);
  });

  it('is reached elsewhere only without calls, where what became of them is asked there; its numbers change at any time', async () => {
    await rig.sending.lineAdmin.addLine({ kind: 'hylafax', name: `fax${n}`, config: CONFIG });
    const fax = `fax${n}`;
    expect(await change({ pattern: '+1212*' }, fax)).toMatchObject({ kind: 'ok' });
    const refused = {
      kind: 'refused',
      reason: `Drain the line “${fax}” first, and wait for its calls to end.`,
    };
    expect(await change({ config: { user: 'you' } }, fax)).toEqual(refused);
    const drained = await rig.sending.lineAdmin.drainLine(fax);
    const id = drained.kind === 'ok' ? drained.line.id : 0;
    const account = await makeAccount(rig.database.db);
    await rig.send(account.id, ['2125550188']);
    await rig.database.db.updateTable('send_job').set({ state: 'SENDING', line_id: id }).execute();
    expect(await change({ config: { user: 'you' } }, fax)).toEqual(refused);
    await rig.database.db.updateTable('send_job').set({ state: 'QUEUED', line_id: null }).execute();
    expect(await change({ config: { user: 'you' } }, fax)).toMatchObject({ kind: 'ok' });
  });
});
