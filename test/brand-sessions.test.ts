import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/kit/call.ts';

import { ELSEWHERE, HARBOR, at, startBrands } from './brand-boundary-rig.ts';
import type { BrandsRig } from './brand-boundary-rig.ts';
import { signInOperator } from './operator-console-rig.ts';

const customerCalls = Object.entries<Call>(allCalls).filter(
  ([, { access }]) => access !== 'guest' && access !== 'operator',
);

describe('a session at another brand’s host', () => {
  let rig: BrandsRig;

  beforeAll(async () => {
    rig = await startBrands();
  });
  afterAll(async () => await rig.test.stop());

  it.each(customerCalls)('[A-XDOM-07] %s: a session is none at the hosts of others', async (_, call) => {
    const session = call.access === 'multifax' ? rig.parent.session : rig.user;
    for (const host of ELSEWHERE) {
      const answer = await rig.ask(call, at(session, host));
      expect([host, answer.statusCode, answer.json().error]).toEqual([host, 401, 'AUTH_REQUIRED']);
    }
    if (call.replyKind === 'events') return;
    // At home the session is valid, whatever the call's response to an empty body.
    expect((await rig.ask(call, at(session, HARBOR))).statusCode).not.toBe(401);
  });

  it('[A-XDOM-07] a session is good at home, at every domain of its brand, and survives what others tried', async () => {
    const { db } = rig.test.database;
    await db
      .insertInto('brand_domain')
      .values({ domain: 'second.harbor.test', brand_id: rig.brandId, is_primary: false })
      .execute();
    await db
      .updateTable('brand')
      .set({ origin: 'http://own.harbor.test:81' })
      .where('id', '=', rig.brandId)
      .execute();
    for (const host of [HARBOR, 'second.harbor.test', 'own.harbor.test:81', HARBOR.toUpperCase()])
      expect([host, (await rig.ask(allCalls.checkAuthToken, at(rig.user, host))).statusCode]).toEqual([
        host,
        200,
      ]);
    await db.updateTable('brand').set({ origin: null }).where('id', '=', rig.brandId).execute();
    expect((await rig.ask(allCalls.checkAuthToken, rig.user)).statusCode).toBe(200);
  });

  it('[A-XDOM-07] an operator belongs to no brand, and is at home where the console is', async () => {
    const operator = await signInOperator(rig.test);
    expect((await rig.ask(allCalls.operatorSession, operator)).statusCode).toBe(200);
    expect((await rig.ask(allCalls.operatorSession, at(operator, HARBOR))).statusCode).toBe(404);
  });
});
