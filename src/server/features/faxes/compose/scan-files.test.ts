import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ScanOutcome } from '#engine/virus-scan/port.ts';
import { letter, startCompose } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';

let rig: ComposeRig;
let outcome: (text: string) => ScanOutcome;

beforeAll(async () => {
  rig = await startCompose({
    scanner: {
      scan: async (bytes) => await Promise.resolve(outcome(Buffer.from(bytes).toString())),
      check: async () => await Promise.resolve({ ok: true }),
    },
  });
});
afterAll(async () => await rig.stop());

const bad = { name: 'bad.txt', bytes: 'malware' };
const to = () => ({ destinations: rig.other.number });

/** Returns the answer to one file of an unsent fax. */
async function addDraft(bytes: string) {
  const form = new FormData();
  form.append('userfiles[0]', new File([bytes], 'draft.txt'));
  const response = await fetch(`http://127.0.0.1:${rig.port}/api/faxui/drafts`, {
    method: 'POST',
    headers: rig.credentials,
    body: form,
  });
  return { status: response.status, body: (await response.json()) as { error?: string } };
}

describe('uploads are scanned for malware', () => {
  it('[SRV-07] a file with malware is refused by name, nothing is queued or kept, and a clean one goes on', async () => {
    outcome = (text) => (text === 'malware' ? { kind: 'infected', name: 'Test' } : { kind: 'clean' });
    const before = await rig.queued();
    const refused = await rig.send(to(), [letter, bad]);
    expect(refused).toMatchObject({ status: 415, error: 'FILE_INFECTED' });
    expect(refused.message).toContain('bad.txt');
    expect(await rig.queued()).toBe(before);
    expect((await rig.leftOvers()).names).toEqual([]);
    expect(await addDraft('malware')).toMatchObject({ status: 415, body: { error: 'FILE_INFECTED' } });
    expect((await rig.send(to(), [letter])).status).toBe(200);
    expect((await addDraft('fine')).status).toBe(200);
  });

  it('while the scanner is away nothing gets through, and the sender is asked to try again', async () => {
    outcome = () => ({ kind: 'unavailable', reason: 'connection refused' });
    const before = await rig.queued();
    const refused = await rig.send(to(), [letter]);
    expect(refused).toMatchObject({ status: 503, error: 'UNAVAILABLE' });
    expect(refused.message).toContain('Try again');
    expect((await addDraft('fine')).status).toBe(503);
    expect(await rig.queued()).toBe(before);
  });
});
