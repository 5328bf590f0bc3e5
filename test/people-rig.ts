import type { LightMyRequestResponse as Response } from 'fastify';

import type { AnyRole } from '#contract/kit/roles.ts';

import { countFrom } from './counter.ts';
import { PASSWORD } from './factories.ts';
import { lastMail } from './mails.ts';
import { makeDevice } from './passkey-rig.ts';
import type { Device } from './passkey-rig.ts';
import { ask, cookiesOf } from './second-step-rig.ts';
import type { SignedIn, TestApp } from './start-app.ts';

const nextPerson = countFrom(1);

/** A session of nobody. */
export const GUEST: SignedIn = { cookies: {}, headers: {} };

/** Returns the browser's side of the session that a response opened, at the host of `like`. */
export function sessionOf(answer: Response, like: SignedIn = GUEST): SignedIn {
  const cookies = cookiesOf(answer);
  const { 'x-access-token': _, ...host } = like.headers;
  return { cookies, headers: { ...host, 'x-access-token': cookies['access-token'] ?? '' } };
}

/** Returns the key in the last invitation to an address. */
export async function invitationKey(test: TestApp, email: string): Promise<string> {
  await test.runJobs();
  const { link } = await lastMail(test.folder, ['invitation', 'administration-invitation'], email);
  return new URL(link).searchParams.get('token') ?? '';
}

/** Returns an unused address. */
export function newEmail(): string {
  return `person-${nextPerson()}@people.test`;
}

/** A person who works on an account under their own name. */
export interface TestPerson {
  id: number;
  email: string;
  session: SignedIn;
}

/** Invites a person through the real calls, accepts, and returns the logged-in person. */
export async function joinedBy(
  test: TestApp,
  owner: SignedIn,
  { role, email = newEmail(), name = 'Ana Duarte' }: { role: AnyRole; email?: string; name?: string },
): Promise<TestPerson> {
  const invited = await ask(test, ['POST', 'people'], owner, { emails: [email], role });
  if (invited.statusCode !== 200) throw new Error(`inviting failed: ${invited.body}`);
  const token = await invitationKey(test, email);
  const { 'x-access-token': _, ...host } = owner.headers;
  const answer = await ask(
    test,
    ['POST', 'acceptInvitation'],
    { cookies: {}, headers: host },
    { token, name, password: PASSWORD },
  );
  if (answer.statusCode !== 200) throw new Error(`joining failed: ${answer.body}`);
  const { id } = await test.database.db
    .selectFrom('person')
    .select('id')
    .where('email', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { id, email, session: sessionOf(answer, owner) };
}

/** The site as the tests' browser sees it. */
const HERE = { host: 'localhost', origin: 'http://localhost:80' };

/** Adds a passkey to a login; returns the device that holds it. */
export async function addPasskey(test: TestApp, as: SignedIn): Promise<Device> {
  const device = makeDevice();
  const begun = await ask(test, ['POST', 'passkeyOptions'], as, { password: PASSWORD });
  const { challenge } = begun.json<{ data: { challenge: string } }>().data;
  const made = { name: 'Phone', response: device.make(challenge, HERE) };
  const added = await ask(test, ['POST', 'passkeys'], as, made);
  if (added.statusCode !== 200) throw new Error(`adding a passkey failed: ${added.body}`);
  return device;
}

/** Logs in with a device's passkey. */
export async function enterByPasskey(test: TestApp, device: Device): Promise<Response> {
  const asked = await test.app.inject({ method: 'POST', url: '/api/faxui/passkeyLoginOptions' });
  const { challenge } = asked.json<{ data: { challenge: string } }>().data;
  const response = device.signIn(challenge, HERE);
  return await ask(test, ['POST', 'passkeyLogin'], GUEST, { response });
}

interface TeamAnswer {
  people: { id: string; name: string; email: string; role: string; you: boolean }[];
  invitations: { id: string; email: string; role: string; invitedBy: string; expired: boolean }[];
  numberLogin: { you: boolean };
}

/** Returns the status and code of a refusal. */
export function refusal({ statusCode, json }: Response): [number, string] {
  return [statusCode, json<{ error: string }>().error];
}

/** Returns the calls for tests of people, made as the owner of an account by default. */
export function peopleCalls(world: () => { test: TestApp; owner: SignedIn; accountId: number }) {
  const as = (who?: SignedIn) => who ?? world().owner;
  return {
    team: async (who?: SignedIn) => (await ask(world().test, ['GET', 'people'], as(who))).json<TeamAnswer>(),
    invite: async (emails: string[], role = 'member', who?: SignedIn) =>
      await ask(world().test, ['POST', 'people'], as(who), { emails, role }),
    accept: async (token: string, typed: object = { name: 'Ana Duarte', password: PASSWORD }) =>
      await ask(world().test, ['POST', 'acceptInvitation'], GUEST, { token, ...typed }),
    stands: async (session: SignedIn) =>
      (await world().test.app.inject({ url: '/api/checkAuthToken', ...session })).statusCode === 200,
    main: async (session: SignedIn) => {
      const answer = await world().test.app.inject({ url: '/api/n1/db/f2e/MainInterface.json', ...session });
      return answer.json<{ id: string; person: { name: string; email: string; role: string } | null }>();
    },
    /** Returns the audit rows about the account's people, oldest first. */
    audited: async () => {
      const { test, accountId } = world();
      const { rows } = await test.database.pool.query<{
        action: string;
        actor: string;
        person: number | null;
      }>(
        `select action, actor_kind as actor, (detail->>'personId')::int as person from audit
         where account_id = $1 and (action like 'person.%' or action like 'invitation.%') order by id`,
        [accountId],
      );
      return rows;
    },
  };
}
