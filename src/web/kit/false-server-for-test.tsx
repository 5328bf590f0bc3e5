/** A server that page tests use instead of the real one: canned responses, and a record of every call. */
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
  /** Its Idempotency-Key. */
  key: string | null;
}

/** A response that is not a plain 200. */
export interface Answer {
  status: number;
  json: unknown;
}

/** Every call that was made. */
export const calls: MadeCall[] = [];
/** Returns the recorded calls with this method and name. */
export const callsOf = (method: string, name: string) =>
  calls.filter((call) => call.method === method && call.name === name);

/** The responses of the fake server, by method and last part of the path; a function receives the call. */
export const server: Record<string, unknown> = {};

const USUAL: Record<string, unknown> = {
  'GET en.json': english,
  'GET recipients': { data: [], groups: [] },
  'GET languages.json': [{ code: 'en', name: 'English' }],
};

/** Replaces `fetch` with the fake server. @param always its responses unless a test overrides them in `server` */
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

/** Returns the call that `fetch` was given. */
export function madeCall(url: string, init?: RequestInit): MadeCall {
  const { pathname, searchParams } = new URL(url, location.origin);
  return {
    method: init?.method ?? 'GET',
    name: pathname.split('/').at(-1) ?? '',
    query: searchParams,
    body: typeof init?.body === 'string' ? (JSON.parse(init.body) as MadeCall['body']) : undefined,
    key: new Headers(init?.headers).get('Idempotency-Key'),
  };
}

function isAnswer(answer: unknown): answer is Answer {
  return typeof answer === 'object' && answer !== null && 'status' in answer && 'json' in answer;
}

/** Returns a refusal with a message of the server; `code` is the number that some reasons have. */
export function refusal(status: number, error: string, code?: number): Answer {
  return { status, json: { success: false, error, message: `Words about ${error}.`, code } };
}

/** Holds back the response to a call until the test provides it. */
export function hold(call: string): (answer: unknown) => void {
  const answer = Promise.withResolvers<unknown>();
  server[call] = () => answer.promise;
  return answer.resolve;
}

/** Resets the fake server, the query cache and the growls, and opens a fresh session. */
export function resetServer(kind: 'user' | 'multifax' = 'user'): void {
  for (const key of Object.keys(server)) delete server[key];
  calls.length = 0;
  queryClient.clear();
  growl.clear();
  openSession('n1', kind);
}
