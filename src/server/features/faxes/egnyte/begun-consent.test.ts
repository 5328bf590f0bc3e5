import { afterAll, beforeAll, expect, it } from 'vitest';

import { startEgnyteRig } from '#test/egnyte-rig.ts';
import type { EgnyteRig } from '#test/egnyte-rig.ts';
import type { SignedIn } from '#test/start-app.ts';

const NOBODY: SignedIn = { headers: {}, cookies: {} };

let rig: EgnyteRig;
beforeAll(async () => {
  rig = await startEgnyteRig();
});
afterAll(async () => await rig.stop());

const grantOf = (egnyteDomain: string, more: object = {}) => ({
  token: 'one-time-token',
  save_url: `${rig.fake.url}/integrations/settings`,
  egnyteDomain,
  redirect_id: '',
  ...more,
});

/** Opens the consent page in a browser. Returns the answer and the cookie. */
async function begin(grant: object, who = NOBODY) {
  const answer = await rig.ask(who, 'POST', 'begin.json', grant);
  const cookie = answer.cookies.find(({ name }) => name === 'f2e_consent');
  return { answer, cookie, value: cookie?.value ?? '' };
}

async function keys(): Promise<number> {
  const { rows } = await rig.test.database.pool.query<{ n: number }>(
    'select count(*)::int as n from egnyte_link',
  );
  return rows[0]?.n ?? 0;
}

it('consent is only taken for what this browser began, by somebody who has logged in since', async () => {
  const who = await rig.person();
  const evil = grantOf('attacker.egnyte.com');
  const mine = await begin(grantOf('acme.egnyte.com'));
  expect(mine.answer.json()).toEqual({ domain: 'acme.egnyte.com' });
  expect(mine.cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  const saved = rig.fake.settings.length;
  const tryWith = async (session: SignedIn, grant: object, consent?: string) =>
    await rig.ask(
      { ...session, cookies: { ...session.cookies, ...(consent !== undefined && { f2e_consent: consent }) } },
      'POST',
      'login.php',
      grant,
    );
  const fresh = await rig.test.signIn(who.number);
  // The page was opened, by some link, but the person has not logged in on it: the session is slightly older.
  const begunHere = (await begin(evil)).value;
  const refused = [
    await tryWith(fresh, evil, begunHere),
    await tryWith(fresh, evil),
    await tryWith(fresh, evil, ''),
    await tryWith(fresh, evil, `${Date.now()}.${'A'.repeat(43)}`),
  ];
  const loggedIn = await rig.test.signIn(who.number);
  refused.push(
    // Begun for another domain, another token, another address, or never.
    await tryWith(loggedIn, evil, mine.value),
    await tryWith(loggedIn, evil),
    await tryWith(loggedIn, grantOf('acme.egnyte.com', { token: 'another' }), mine.value),
    await tryWith(loggedIn, grantOf('acme.egnyte.com', { save_url: `${rig.fake.url}/other` }), mine.value),
    await tryWith(loggedIn, grantOf('acme.egnyte.com'), `${Date.now() - 60_000}${mine.value.slice(13)}`),
    await tryWith(loggedIn, grantOf('acme.egnyte.com'), `1${mine.value.slice(13)}`),
  );
  for (const answer of refused)
    expect([answer.statusCode, answer.json()]).toMatchObject([403, { error: 'EGNYTE_NOT_BEGUN' }]);
  // Files that were chosen for another browser are not released either.
  const strange = grantOf('acme.egnyte.com', { redirect_id: 'task-of-somebody-else' });
  const begunForTask = (await begin(strange)).value;
  const task = await tryWith(await rig.test.signIn(who.number), strange, begunForTask);
  expect(task.statusCode).toBe(410);
  expect([await keys(), rig.fake.settings.length]).toEqual([0, saved]);
  const allowed = await tryWith(loggedIn, grantOf('acme.egnyte.com'), mine.value);
  expect(allowed.json()).toEqual({ success: true, redirectUrl: '/egnyte/connect?connected=true' });
  expect([await keys(), rig.fake.settings.length]).toEqual([1, saved + 1]);
});

it('a page of another site begins nothing here', async () => {
  const { answer, cookie } = await begin(grantOf('attacker.egnyte.com'), {
    headers: { origin: 'https://evil.test' },
    cookies: {},
  });
  expect([answer.statusCode, cookie]).toEqual([403, undefined]);
});
