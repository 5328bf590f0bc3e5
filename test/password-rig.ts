import { hashToken } from '#engine/secrets/tokens.ts';

import { logIn } from './log-in.ts';
import { lastMail, readMails } from './mails.ts';
import type { ReadMail } from './mails.ts';
import { homeHeader } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

/** Satisfies the default rules, and differs from the factories' password. */
export const NEW_PASSWORD = 'Harbor7light!';

/** The calls of the sign-in family, as a browser makes them. */
export interface PasswordRig {
  forgot(faxnumber: string, more?: { username?: string; address?: string; domain?: string }): Promise<Answer>;
  reset(body: Record<string, unknown>, from?: { address?: string; host?: string }): Promise<Answer>;
  verify(id: string | number, key: string, address?: string): Promise<Answer>;
  change(session: SignedIn, form: { current: string; new: string; confirm?: string }): Promise<Answer>;
  logsIn(number: string, password: string): Promise<boolean>;
  /** Returns whether a session is still valid. */
  stands(session: SignedIn): Promise<boolean>;
  /** Requests a link, delivers the mail, and returns the token in it. */
  resetToken(account: { number: string; email: string }): Promise<string>;
  lastMail(template: string, to: string): Promise<ReadMail>;
  mails(template: string, to?: string): Promise<ReadMail[]>;
  /** Makes a link older. */
  age(token: string, minutes: number): Promise<void>;
  forgetAttempts(): Promise<void>;
}

type Answer = Awaited<ReturnType<TestApp['app']['inject']>>;

export function passwordRig(test: TestApp): PasswordRig {
  const post = async (name: string, payload: object, address = '127.0.0.1', host = 'localhost:80') =>
    await test.app.inject({
      method: 'POST',
      url: `/api/faxui/${name}.json`,
      headers: { host },
      payload,
      remoteAddress: address,
    });
  const forgot: PasswordRig['forgot'] = async (faxnumber, { address, ...more } = {}) =>
    await post('forgotPassword', { faxnumber, username: faxnumber, domain: 'localhost', ...more }, address);
  const last = async (template: string, to: string) => {
    await test.runJobs();
    return await lastMail(test.folder, template, to);
  };
  return {
    forgot,
    reset: async (body, { address, host } = {}) =>
      await post('resetPassword', { domain: 'localhost', verify: '', ...body }, address, host),
    verify: async (id, key, address) => await post('verify', { id, key, domain: 'localhost' }, address),
    change: async ({ cookies, headers }, form) =>
      await test.app.inject({
        method: 'PUT',
        url: '/api/n1/rrad/f2e/Password.json',
        cookies,
        headers,
        payload: { confirm: form.new, ...form },
      }),
    logsIn: async (number, password) => {
      const host = await homeHeader(test.database, 'account', number);
      return (await logIn(test, number, password, { headers: host })).statusCode === 200;
    },
    stands: async ({ cookies, headers }) => {
      const response = await test.app.inject({ method: 'GET', url: '/api/checkAuthToken', cookies, headers });
      return response.statusCode === 200;
    },
    resetToken: async ({ number, email }) => {
      await forgot(number);
      return new URL((await last('reset-password', email)).link).searchParams.get('token') ?? '';
    },
    lastMail: last,
    mails: async (template, to) => {
      await test.runJobs();
      const all = await readMails(test.folder);
      return all.filter((mail) => mail.template === template && (to === undefined || mail.to === to));
    },
    age: async (token, minutes) => {
      await test.database.pool.query(
        `update token set created_at = created_at - make_interval(mins => $2), expires_at = expires_at - make_interval(mins => $2)
         where hash = $1`,
        [hashToken(token), minutes],
      );
    },
    forgetAttempts: async () => {
      await test.database.db.deleteFrom('login_failure').execute();
    },
  };
}
