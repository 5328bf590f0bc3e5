import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';

import { crash, crashedProduct, delivered, trySend } from './send-crash-rig.ts';
import { killNow } from './send-product.ts';

const crashed = crashedProduct();

it('[SRV-03] [F-send-03] killed right after the answers, with its database, ten times: all 50 acknowledged faxes arrive once', async () => {
  const promised: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const sends = Array.from({ length: 5 }, (_, i) =>
      trySend(crashed, `answered ${round}, letter ${i}`, randomUUID()),
    );
    const answered = (await Promise.all(sends)).flat();
    // Immediately; finding the other processes takes time.
    killNow(crashed.product.pid);
    expect(answered).toHaveLength(5);
    promised.push(...answered);
    await crash(crashed);
  }
  await delivered(crashed, promised);
});
