import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';

import { until } from '#test/sending-rig.ts';

import { B, crash, crashedProduct, drained, trySend } from './send-crash-rig.ts';
import { addAccount, logIn, openBeside } from './send-product.ts';

/** The account that rules forward to. */
const C = '2125550302';
const ROUNDS = 5;
const LETTERS = 4;

const crashed = crashedProduct();

it('[A-RULE-01] killed five times while faxes arrive, with its database: each one that arrives is filed and forwarded once', async () => {
  await addAccount(crashed.product, C);
  const receiver = await logIn(crashed.product, B);
  const said = await openBeside(crashed.dataDir);
  // The receiver has reached the third account with a fax, so its rules may forward there.
  await receiver.send(C, 'hello', randomUUID());
  await until(
    async () => await said.db.selectFrom('send_job').select('id').where('state', '=', 'DELIVERED').execute(),
    ({ length }) => length === 1,
  );
  await said.close();
  const answer = await fetch(`${crashed.product.baseURL}/api/faxui/rules`, {
    method: 'POST',
    headers: { ...receiver.headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Away',
      active: true,
      match: 'all',
      conditions: [],
      actions: [{ kind: 'forward', number: C }, { kind: 'archive' }],
      stop: false,
    }),
  });
  expect(await answer.json()).toMatchObject({ success: true });
  for (let round = 0; round < ROUNDS; round += 1) {
    const letters = Array.from({ length: LETTERS }, (_, i) => `round ${round}, letter ${i}`);
    await Promise.all(letters.map(async (letter) => await trySend(crashed, letter, randomUUID())));
    await crash(crashed);
  }
  const database = await openBeside(crashed.dataDir);
  const left = async () =>
    (
      await database.pool.query<{ n: number }>(
        `select count(*)::int as n from fax f where f.action = 'R' and f.account_id = (select id from account where fax_number = $1)
         and not exists (select from fax_rule r where r.fax_id = f.id and not r.did @> '[{"outcome": "waiting"}]')`,
        [B],
      )
    ).rows[0]?.n;
  await drained(crashed);
  await until(left, (n) => n === 0);
  await drained(crashed);
  const { rows } = await database.pool.query<{
    arrived: number;
    filed: number;
    forwarded: number;
    reached: number;
  }>(
    `select
       count(*) filter (where f.action = 'R' and a.fax_number = $1)::int as arrived,
       count(*) filter (where f.action = 'R' and a.fax_number = $1 and f.archived)::int as filed,
       count(*) filter (where f.action = 'S' and a.fax_number = $1)::int - 1 as forwarded,
       count(*) filter (where f.action = 'R' and a.fax_number = $2)::int - 1 as reached
     from fax f join account a on a.id = f.account_id`,
    [B, C],
  );
  await database.close();
  const [counts] = rows;
  expect(counts?.arrived).toBeGreaterThan(ROUNDS);
  expect(counts).toEqual({
    arrived: counts?.arrived,
    filed: counts?.arrived,
    forwarded: counts?.arrived,
    reached: counts?.arrived,
  });
});
