import type { LightMyRequestResponse as Response } from 'fastify';
import { afterAll, beforeAll } from 'vitest';

import type { BodyIn, Call, QueryIn } from '#contract/kit/call.ts';
import { operatorLogin } from '#contract/identity/operators.admin.ts';
import { createOperators } from '#server/features/identity/operators/operators.service.ts';

import { makeAccount } from './factories.ts';
import { makeCall } from './make-call.ts';
import { startApp } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

/** Satisfies the rule for operators, who need twelve characters. */
export const OPERATOR_PASSWORD = 'Right-horse-battery-7';

/** Creates an operator and logs in to the console. */
export async function signInOperator(test: TestApp, name = 'anna'): Promise<SignedIn> {
  const made = await createOperators({ database: test.database }).add(name, OPERATOR_PASSWORD);
  if (made.kind === 'refused') throw new Error(made.reason);
  return sessionOf(await logIn(test, name));
}

/** Makes the login call. */
export async function logIn({ app }: TestApp, name: string, password = OPERATOR_PASSWORD): Promise<Response> {
  return await app.inject({
    method: operatorLogin.method,
    url: operatorLogin.path,
    payload: { name, password },
  });
}

/** Returns what the browser keeps after a login. */
export function sessionOf(answer: Response): SignedIn {
  if (answer.statusCode !== 200) throw new Error(`login failed: ${answer.body}`);
  const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
  return { cookies, headers: { 'x-access-token': cookies['operator-access-token'] ?? '' } };
}

/** Returns the session's token in the cookies of both kinds. */
export function inBothCookies({
  cookies,
}: SignedIn | { cookies: Record<string, string> }): Record<string, string> {
  const token = cookies['f2e_session'] ?? cookies['f2e_operator_session'];
  return token === undefined ? {} : { f2e_session: token, f2e_operator_session: token };
}

/** Makes a call of the console. */
export async function atConsole<C extends Call>(
  test: TestApp,
  session: SignedIn,
  call: C,
  input: { query?: QueryIn<C>; body?: BodyIn<C> } = {},
): Promise<Response> {
  return await makeCall(test, call, session, input as { query?: object; body?: object });
}

/** The response of a list in the console. */
export interface Listed {
  rows: Record<string, unknown>[];
  total: number;
}

/** A person at the console. */
export interface Operator {
  /** Reads, and fails the test unless the call succeeds. */
  get<T>(call: Call, query?: object): Promise<T>;
  ask(call: Call, query: object): Promise<Response>;
  act(call: Call, body: object): Promise<Response>;
}

/** Returns the calls of a session for tests. */
export function operatorOf(test: TestApp, session: SignedIn): Operator {
  const ask = async (call: Call, query: object) => await makeCall(test, call, session, { query });
  return {
    ask,
    act: async (call, body) => await makeCall(test, call, session, { body }),
    get: async <T>(call: Call, query: object = {}) => {
      const answer = await ask(call, query);
      if (answer.statusCode !== 200)
        throw new Error(`${call.path} answers ${answer.statusCode}: ${answer.body}`);
      return answer.json<T>();
    },
  };
}

/** What tests of the console begin with: an operator who is signed in, and an account. */
export interface ConsoleWorld {
  test: TestApp;
  anna: Operator;
  account: Awaited<ReturnType<typeof makeAccount>>;
}

/** Starts the application for the tests of a file. */
export function startConsole(take: (world: ConsoleWorld) => void): void {
  let test: TestApp;
  beforeAll(async () => {
    test = await startApp();
    const anna = operatorOf(test, await signInOperator(test, 'anna'));
    take({ test, anna, account: await makeAccount(test.database.db) });
  });
  afterAll(async () => await test.stop());
}
