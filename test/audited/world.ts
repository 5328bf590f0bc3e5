import type { LightMyRequestResponse as Response } from 'fastify';

import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/kit/call.ts';
import { pathFor } from '#contract/kit/call.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { EGNYTE_CLIENT } from '#test/egnyte/fake-answers.ts';
import { startFakeEgnyte } from '#test/egnyte/fake-egnyte.ts';
import type { FakeEgnyte } from '#test/egnyte/fake-egnyte.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
import { signInAdministrator } from '#test/multifax-rig.ts';
import type { AdministratorPerson } from '#test/multifax-rig.ts';
import { signInOperator } from '#test/operator-console-rig.ts';
import { fakeDocuments } from '#test/sending-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

/** The name of a call of the contract. */
export type CallName = keyof typeof allCalls;

/** A session of nobody. */
export const GUEST: SignedIn = { cookies: {}, headers: {} };

/** An account and its session. */
export type Owner = SignedIn & { id: AccountId; number: string; email: string };

/** A request that changes something, made in a session that the call is open to unless `as` names another. */
export interface Request {
  as?: SignedIn;
  body?: object;
  form?: FormData;
}

/** The audit action that a call writes, and how to prepare a request that succeeds. */
export type Audited = readonly [action: string, prepare: (world: World) => Promise<Request> | Request];

/** The application with one person of each kind, and what requests need beforehand. */
export interface World {
  test: TestApp;
  egnyte: FakeEgnyte;
  owner: Owner;
  parent: AdministratorPerson;
  operator: SignedIn;
  /** Creates another account with a session. */
  readonly person: () => Promise<Owner>;
  /** Makes a call. */
  readonly ask: (name: CallName, request?: Request) => Promise<Response>;
  /** Runs a statement and returns the first value of its first row. */
  readonly one: <T>(statement: string, values?: unknown[]) => Promise<T>;
  /** Creates a fax of the owner that is being sent, with a job in this state. */
  readonly sending: (state: string) => Promise<{ fid: number; jobid: string }>;
  stop(): Promise<void>;
}

/** Starts the application; call `stop` in afterAll. */
export async function startWorld(): Promise<World> {
  const egnyte = await startFakeEgnyte();
  const test = await startApp({
    documents: fakeDocuments({
      pageImage: async () => ({ kind: 'ok', gif: Buffer.from('GIF89a') }),
      exportPdf: async (tiff) => tiff,
    }),
    env: {
      F2E_ALLOW_PRIVATE_HOSTS: '1',
      F2E_EGNYTE_BASE_URL: egnyte.url,
      F2E_EGNYTE_CLIENT_ID: EGNYTE_CLIENT.id,
      F2E_EGNYTE_CLIENT_SECRET: EGNYTE_CLIENT.secret,
    },
  });
  const { db, pool } = test.database;
  await test.sending.lineAdmin.addLine({ kind: 'simulator', name: 'sim', pattern: '*' });
  const one: World['one'] = async <T>(text: string, values: unknown[] = []) =>
    (await pool.query({ text, values, rowMode: 'array' })).rows[0]?.[0] as T;
  const person = async () => {
    const account = await makeAccount(db);
    return { ...account, ...(await test.signIn(account.number)) };
  };
  const owner = await person();
  const parent = await signInAdministrator(test, { services: 20, pages: 20_000 });
  const operator = await signInOperator(test);
  const sessions = { guest: GUEST, user: owner, any: owner, multifax: parent.session, operator };
  return {
    test,
    egnyte,
    owner,
    parent,
    operator,
    person,
    one,
    ask: async (name, { as, body, form } = {}) => {
      const call: Call = allCalls[name];
      const { cookies, headers } = as ?? sessions[call.access];
      const encoded = new Response(form ?? JSON.stringify(body ?? {}));
      const type = form ? (encoded.headers.get('content-type') ?? '') : 'application/json';
      return await test.app.inject({
        method: call.method,
        url: pathFor(call),
        cookies,
        headers: { ...headers, ...(call.method === 'GET' ? {} : { 'content-type': type }) },
        ...(call.method === 'GET' ? {} : { payload: Buffer.from(await encoded.arrayBuffer()) }),
      });
    },
    sending: async (state) => {
      const { id } = await makeFax(db, owner.id, {
        action: 'S',
        status: state === 'FAILED' || state === 'UNCERTAIN' ? 'FAILED' : 'OK',
        outbox: true,
      });
      const jobid = await one<string>(
        `insert into send_job (account_id, fax_id, to_number, state, last_error, finished_at)
         values ($1, $2, '3105550142', $3::text, 'BUSY', case when $3 in ('FAILED', 'UNCERTAIN') then now() end)
         returning id::text`,
        [owner.id, id, state],
      );
      return { fid: id, jobid };
    },
    stop: async () => {
      await test.stop();
      await egnyte.stop();
    },
  };
}
