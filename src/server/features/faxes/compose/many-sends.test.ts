import { afterAll, beforeAll, expect, it } from 'vitest';

import { letter, startCompose } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';

let rig: ComposeRig;
let inside = 0;
const goOn = Promise.withResolvers<void>();

beforeAll(async () => {
  rig = await startCompose({
    // Every send is held here until the test lets it go.
    scanner: {
      scan: async () => {
        inside += 1;
        await goOn.promise;
        return { kind: 'clean' };
      },
      check: async () => await Promise.resolve({ ok: true }),
    },
  });
});
afterAll(async () => await rig.stop());

it('of many sends at once a few are worked on at a time, so that people who look at a page find a connection; all are accepted', async () => {
  const before = await rig.queued();
  const sends = Array.from(
    { length: 20 },
    async () => await rig.send({ destinations: rig.other.number }, [letter]),
  );
  await expect.poll(() => inside).toBe(6);
  const looked = await fetch(`http://127.0.0.1:${rig.port}/api/n1/db/f2e/MainInterface.json`, {
    headers: rig.credentials,
  });
  expect(looked.status).toBe(200);
  expect(inside).toBe(6);
  goOn.resolve();
  for (const { status } of await Promise.all(sends)) expect(status).toBe(200);
  expect(await rig.queued()).toBe(before + 20);
});
