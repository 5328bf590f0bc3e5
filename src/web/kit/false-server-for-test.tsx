/** A server that tests of pages talk to instead of the real one: canned answers, and a record of every call. */
import { vi } from 'vitest';
import english from '../../../locales/en.json';
import { queryClient } from './query-client.ts';
import { openSession } from './session-store.ts';
import { growl } from '#web/ui/growl-store.ts';

/** One call as it was made. */
export interface MadeCall {
  method: string;
  /** Last part of the path. */
  name: string;
  query: URLSearchParams;
  body: Record<string, unknown> | undefined;
}

/** An answer that is not a plain 200. */
export interface Answer {
  status: number;
  json: unknown;
}

/** Every call that was made. */
export const calls: MadeCall[] = [];
/** Those of one method and name. */
export const callsOf = (method: string, name: string) =>
  calls.filter((call) => call.method === method && call.name === name);

/** What the false server says, by method and last part of the path; a function may look at the call. */
export const server: Record<string, unknown> = {};

const USUAL: Record<string, unknown> = {
  'GET en.json': english,
  'GET recipients': { data: [], groups: [] },
  'GET languages.json': [{ code: 'en', name: 'English' }],
};

/** Puts a false server in the place of `fetch`. @param always what it says unless a test changes it in `server` */
export function startFalseServer(always: Record<string, unknown>): void {
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const call = madeCall(url, init);
    calls.push(call);
    const key = `${call.method} ${call.name}`;
    const known = server[key] ?? always[key] ?? USUAL[key] ?? { success: true };
    const answer: unknown =
      typeof known === 'function' ? await (known as (call: MadeCall) => unknown)(call) : known;
    const { status, json } = isAnswer(answer) ? answer : { status: 200, json: answer };
    return new Response(JSON.stringify(json), { status });
  });
}

/** What `fetch` was asked to do. */
export function madeCall(url: string, init?: RequestInit): MadeCall {
  const { pathname, searchParams } = new URL(url, location.origin);
  return {
    method: init?.method ?? 'GET',
    name: pathname.split('/').at(-1) ?? '',
    query: searchParams,
    body: typeof init?.body === 'string' ? (JSON.parse(init.body) as MadeCall['body']) : undefined,
  };
}

function isAnswer(answer: unknown): answer is Answer {
  return typeof answer === 'object' && answer !== null && 'status' in answer && 'json' in answer;
}

/** A refusal with words of the server; `code` is the number that some reasons have. */
export function refusal(status: number, error: string, code?: number): Answer {
  return { status, json: { success: false, error, message: `Words about ${error}.`, code } };
}

/** Holds the answer of a call back until the test gives it. */
export function hold(call: string): (answer: unknown) => void {
  const answer = Promise.withResolvers<unknown>();
  server[call] = () => answer.promise;
  return answer.resolve;
}

/** Puts the false server back, with nothing cached, nothing said and a fresh session. */
export function resetServer(kind: 'user' | 'multifax' = 'user'): void {
  for (const key of Object.keys(server)) delete server[key];
  calls.length = 0;
  queryClient.clear();
  growl.clear();
  openSession('n1', kind);
}
