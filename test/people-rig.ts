import type { LightMyRequestResponse as Response } from 'fastify';
import { afterAll, beforeAll, beforeEach } from 'vitest';

import type { AnyRole } from '#contract/kit/roles.ts';

import { countFrom } from './counter.ts';
import { PASSWORD } from './factories.ts';
import type { makeAccount } from './factories.ts';
import { freshOwner } from './log-in.ts';
import { lastMail } from './mails.ts';
import { makeDevice } from './passkey-rig.ts';
import type { Device } from './passkey-rig.ts';
import { ask, cookiesOf } from './second-step-rig.ts';
import { startApp } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

const nextPerson = countFrom(1);

/** Nobody is logged in. */
export const GUEST: SignedIn = { cookies: {}, headers: {} };

/** The browser's side of the session that an answer opened, at the host of `like`. */
export function sessionOf(answer: Response, like: SignedIn = GUEST): SignedIn {
  const cookies = cookiesOf(answer);
  const { 'x-access-token': _, ...host } = like.headers;
  return { cookies, headers: { ...host, 'x-access-token': cookies['access-token'] ?? '' } };
}

/** The key in the last invitation that an address got. */
export async function invitationKey(test: TestApp, email: string): Promise<string> {
  await test.runJobs();
  const { link } = await lastMail(test.folder, ['invitation', 'administration-invitation'], email);
  return new URL(link).searchParams.get('token') ?? '';
}

/** An address of nobody else. */
export function newEmail(): string {
  return `person-${nextPerson()}@people.test`;
}

/** Somebody who works on an account under their own name. */
export interface TestPerson {
  id: number;
  email: string;
  session: SignedIn;
}

/** Invites somebody through the real calls, who accepts and is logged in. */
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

/** Where the browser of tests believes to be. */
const HERE = { host: 'localhost', origin: 'http://localhost:80' };

/** Adds a passkey to somebody's login; the device that has it. */
export async function addPasskey(test: TestApp, as: SignedIn): Promise<Device> {
  const device = makeDevice();
  const begun = await ask(test, ['POST', 'passkeyOptions'], as, { password: PASSWORD });
  const { challenge } = begun.json<{ data: { challenge: string } }>().data;
  const made = { name: 'Phone', response: device.make(challenge, HERE) };
  const added = await ask(test, ['POST', 'passkeys'], as, made);
  if (added.statusCode !== 200) throw new Error(`adding a passkey failed: ${added.body}`);
  return device;
}

/** Logs in with the passkey of a device. */
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

/** The status and code of a refusal. */
export function refusal({ statusCode, json }: Response): [number, string] {
  return [statusCode, json<{ error: string }>().error];
}

/** The calls that tests of people make, as the owner of an account unless they say who. */
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
    /** What the audit has of the account's people, the oldest first. */
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

/** What tests of people start with. */
export interface PeopleWorld {
  test: TestApp;
  account: Awaited<ReturnType<typeof makeAccount>>;
  owner: SignedIn;
}

/** For the tests of a file: the application, and for each test an account whose owner is logged in. */
export function startPeople(take: (world: PeopleWorld) => void): void {
  let test: TestApp;
  beforeAll(async () => {
    test = await startApp();
  });
  beforeEach(async () => take({ test, ...(await freshOwner(test)) }));
  afterAll(async () => await test.stop());
}
