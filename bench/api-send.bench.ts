import { randomUUID } from 'node:crypto';

import { addAccount, logIn, openBeside } from '#test/faults/send-product.ts';
import { startProduct } from '#test/start-product.ts';

import { makeKey } from './api-keys.ts';
import { LETTER, ask, sendLetter } from './people.ts';

const [SENDER, RECEIVER] = ['2125550800', '2125550801'];
const ROUNDS = 30;

/**
 * Prints the milliseconds until a letter of three pages to another account is accepted: from a program and from the
 * browser, alternating so that both run under the same load. The bar: a program waits no longer.
 */
export async function run(): Promise<void> {
  const product = await startProduct({
    env: { F2E_DEMO: '0', F2E_API_CALLS_PER_SECOND: '1000', F2E_API_BURST: '10000' },
  });
  const database = await openBeside(product.dataDir);
  try {
    for (const number of [SENDER, RECEIVER]) await addAccount(product, number);
    const person = { number: SENDER, headers: (await logIn(product, SENDER)).headers };
    const key = await makeKey(database, SENDER, ['faxes:send', 'faxes:read']);
    const ways = {
      'from the browser': async () => (await sendLetter(product.baseURL, person, RECEIVER)).status === 200,
      'by a program': async () => await sendByProgram(product.baseURL, key),
    };
    const times = new Map(Object.keys(ways).map((way): [string, number[]] => [way, []]));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [way, send] of Object.entries(ways)) {
        const began = performance.now();
        if (!(await send())) throw new Error(`A letter ${way} was refused.`);
        times.get(way)?.push(performance.now() - began);
      }
    for (const [way, all] of times) {
      const sorted = all.toSorted((a, b) => a - b);
      const at = (share: number) => (sorted[Math.floor(share * (ROUNDS - 1))] ?? 0).toFixed(1);
      console.log(`a letter ${way.padEnd(18)} p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
    }
  } finally {
    await database.close();
    await product.stop();
  }
}

/** Returns whether the letter was accepted. */
async function sendByProgram(origin: string, key: string): Promise<boolean> {
  const form = new FormData();
  form.set('to', `+1${RECEIVER}`);
  form.append('file', new Blob([LETTER]), 'letter.txt');
  const whole = new Response(form);
  const { status } = await ask(`${origin}/v1/faxes`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': whole.headers.get('content-type') ?? '',
      'idempotency-key': randomUUID(),
    },
    body: Buffer.from(await whole.arrayBuffer()),
  });
  return status === 202 || status === 201;
}
