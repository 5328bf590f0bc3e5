import { describe, expect, it } from 'vitest';

import { PASSWORD } from '#test/factories.ts';
import { logIn } from '#test/log-in.ts';
import { startWithOwner } from '#test/owner-rig.ts';
import type { OwnerWorld } from '#test/owner-rig.ts';
import { readMails } from '#test/mails.ts';
import { signInAdministrator } from '#test/multifax-rig.ts';
import { makeDevice } from '#test/passkey-rig.ts';
import { ask, cookiesOf, turnOn } from '#test/second-step-rig.ts';

const HERE = { host: 'localhost', origin: 'http://localhost:80' };
const password = { password: PASSWORD };

let { test, account, owner } = {} as OwnerWorld;
startWithOwner((world) => ({ test, account, owner } = world));

/** Returns the sentence of each mail sent to the owner so far. */
const told = async (to = account.email) => {
  await test.runJobs();
  return (await readMails(test.folder))
    .filter((mail) => mail.template === 'sign-in-changed' && mail.to === to)
    .map(({ text }) => text.split(/(?:\r?\n){2}/u)[1]);
};

describe('the owner gets a mail', () => {
  it('when two-step login is turned on, its codes are renewed or used, and when it is turned off', async () => {
    const { recoveryCodes } = await turnOn(test, owner);
    expect(await told()).toEqual(['Two-step login was turned on.']);
    const waits = await logIn(test, account.number);
    const code = recoveryCodes[0] ?? '';
    const taken = await ask(
      test,
      ['POST', 'takeSecondStep'],
      { cookies: cookiesOf(waits), headers: {} },
      { code },
    );
    expect(taken.statusCode).toBe(200);
    await ask(test, ['POST', 'recoveryCodes'], owner, password);
    await ask(test, ['DELETE', 'secondStep'], owner, password);
    expect(await told()).toEqual([
      'Two-step login was turned on.',
      'Someone logged in with one of the recovery codes. That code no longer works.',
      'New recovery codes were created. The old ones no longer work.',
      'Two-step login was turned off.',
    ]);
  });

  it('when a passkey comes and goes, and when an app password is made; not for what was refused', async () => {
    const begun = await ask(test, ['POST', 'passkeyOptions'], owner, password);
    const { challenge } = begun.json<{ data: { challenge: string } }>().data;
    const made = makeDevice().make(challenge, HERE);
    await ask(test, ['POST', 'passkeys'], owner, { name: 'My phone', response: made });
    const again = await ask(test, ['POST', 'passkeys'], owner, { name: 'My phone', response: made });
    expect(again.statusCode).toBe(412);
    const { passkeys } = (await ask(test, ['GET', 'passkeys'], owner)).json<{ passkeys: { id: string }[] }>();
    await ask(test, ['DELETE', 'passkeys'], owner, { id: passkeys[0]?.id });
    await ask(test, ['POST', 'appPasswords'], owner, { name: 'Scanner' });
    expect(await told()).toEqual([
      'A passkey was added.',
      'A passkey was removed.',
      'An app password was created. An email program or scanner can send faxes with it.',
    ]);
  });

  it('in their own language, with a way to a new password; an administrator too', async () => {
    await test.database.pool.query(`update account_settings set language = 'de' where account_id = $1`, [
      account.id,
    ]);
    await turnOn(test, owner);
    expect(await told()).toEqual(['Die Anmeldung in zwei Schritten wurde eingeschaltet.']);
    const mail = (await readMails(test.folder)).findLast(({ to }) => to === account.email);
    expect(mail?.text).toContain('wählen Sie sofort ein neues Passwort');
    expect(mail?.link).toMatch(/\/forgot-password$/u);
    const parent = await signInAdministrator(test);
    await turnOn(test, parent.session);
    expect(await told(parent.email)).toEqual(['Two-step login was turned on.']);
  });
});
