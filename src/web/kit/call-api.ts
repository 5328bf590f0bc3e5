import { needsToken, pathFor } from '#contract/kit/call.ts';
import type { BodyIn, Call, QueryIn, ReplyOf } from '#contract/kit/call.ts';
import { checkAuthToken, logout } from '#contract/identity/sessions.ts';
import { ApiError, readError } from './api-error.ts';
import { callLimit, limitNow } from './call-limit.ts';
import { callOfSession } from './call-of-session.ts';
import { noteAnswer } from './connection.ts';
import { appUrl } from './page-config.ts';
import {
  accessToken,
  accountOfTab,
  clearSession,
  currentSession,
  hasEnded,
  onSessionEnd,
  openSession,
} from './session-store.ts';

/** The input of a call; encoded table queries are pairs, multipart bodies are FormData. */
export interface CallInput<C extends Call> {
  query?: QueryIn<C> | readonly (readonly [string, string])[];
  body?: BodyIn<C> | FormData;
  /** Basic credentials for the login call (spec http-api 1.6). */
  basic?: { username: string; password: string };
  /** The node for the login call, which opens the session; all other calls use the session's node. */
  node?: string;
  /** Only checks for a session: a missing one is a valid result and does not redirect to the login page. */
  probe?: boolean;
  /** Names what is asked, so that a repeat does nothing twice (spec http-api 4.9). */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Continues even if the page is left. */
  keepalive?: boolean;
}

/** A successful check less than this long ago is reused (spec http-api 1.8). */
const CHECK_COUNTS_MS = 5000;
/** Calls that check the token first (AUTH-04): archive, db/f2e and rrad/f2e. The archive list itself lives under db/f2e. */
const CHECKED_FIRST = /\/(?:db|rrad)\/f2e\/|Archive/;

/** Calls that find out whether there is a session, or that end one which this browser no longer shows. */
const SESSION_CALLS: readonly string[] = [checkAuthToken.path, logout.path];

let language = 'en';
let toLogin: () => void = () => undefined;
let pending: Promise<void> | null = null;
let checkedAt = Number.NEGATIVE_INFINITY;

/** Responses to calls made before the code that needs them was loaded, by URL; a caller takes them, a change drops them. */
const ahead = new Map<string, { askedAt: number; answer: Promise<unknown> }>();
/** A response that no caller took within this time is stale. */
const AHEAD_COUNTS_MS = 5000;
onSessionEnd((end) => {
  ahead.clear();
  // Every tab goes to the login page, not only the tab in which the session ended.
  if (end === 'expired' || end === 'elsewhere') toLogin();
});

/** Sets the locale that every request names in its language header. */
export function setCallLanguage(code: string): void {
  language = code;
}

/** Registers how to reach the login page; the router does not exist yet when this file loads. */
export function onSignedOut(go: () => void): void {
  toLogin = go;
}

/** Discards the last token check; a new session must be checked again. */
export function forgetTokenCheck(): void {
  checkedAt = Number.NEGATIVE_INFINITY;
}

/**
 * Makes one call of the contract. Throws ApiError. Only a 401 ends the session and leads to /login: a server that is
 * down or failing must not sign anybody out.
 */
export async function callApi<C extends Call>(call: C, input: CallInput<C> = {}): Promise<ReplyOf<C>> {
  const asked = takeAhead(call, input);
  if (asked !== undefined) return (await asked) as ReplyOf<C>;
  if (call.method !== 'GET') ahead.clear();
  await checkFirst(call);
  const signal = input.signal ?? limitNow(call);
  const { ok, status, text } = await callOfSession(call, async () => {
    const response = await send(call, signal === undefined ? input : { ...input, signal });
    return { ok: response.ok, status: response.status, text: await response.text().catch(noAnswer) };
  });
  if (!ok) throw input.probe === true ? readError(status, text) : refused(status, text);
  // The reply is not parsed again: the server's tests hold it to the same schema, and a newer server may send more.
  return (text === '' ? undefined : JSON.parse(text)) as ReplyOf<C>;
}

/**
 * Makes a call before the code that needs the response is loaded. The next caller that makes the same call gets this
 * response, or this failure.
 */
export function callAhead<C extends Call>(call: C, input: CallInput<C> = {}): void {
  const answer = callApi(call, input);
  answer.catch(() => undefined);
  ahead.set(aheadKey(call, input), { askedAt: Date.now(), answer });
}

function takeAhead(call: Call, input: CallInput<Call>): Promise<unknown> | undefined {
  const key = aheadKey(call, input);
  const asked = ahead.get(key);
  ahead.delete(key);
  return asked !== undefined && Date.now() - asked.askedAt < AHEAD_COUNTS_MS ? asked.answer : undefined;
}

function aheadKey(call: Call, input: CallInput<Call>): string {
  return `${call.method} ${call.path}?${queryString(input.query)}`;
}

/** Like callApi, for calls that return a file. */
export async function callForFile<C extends Call>(call: C, input: CallInput<C> = {}): Promise<Blob> {
  await checkFirst(call);
  const { response, blob } = await callOfSession(call, async () => {
    const answer = await send(call, input);
    return { response: answer, blob: await answer.blob() };
  });
  if (!response.ok) {
    const error = refused(response.status, await blob.text());
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    if (seconds >= 0) error.retryAfterMs = seconds * 1000;
    throw error;
  }
  return blob;
}

/** Returns the URL of a GET call for `<img>`, links and event streams, which cannot send headers. */
export function callUrl<C extends Call>(call: C, query?: CallInput<C>['query']): string {
  const search = queryString(query);
  return `${appUrl(pathFor(call, currentSession().node))}${search === '' ? '' : `?${search}`}`;
}

/**
 * Runs the checks that a call needs first. A page that renders once more on the way to the login page sends no
 * requests: nobody is signed in anymore, and the server would only refuse them.
 */
async function checkFirst(call: Call): Promise<void> {
  const isOfSession = call.access !== 'guest' && !SESSION_CALLS.includes(call.path);
  if (isOfSession && hasEnded()) throw new ApiError(401, 'AUTH_REQUIRED');
  if (call.access !== 'guest' && CHECKED_FIRST.test(pathFor(call))) await checkToken();
}

/** Checks the token. Only one check runs at a time; concurrent callers share its response (AUTH-04). */
function checkToken(): Promise<void> {
  if (Date.now() - checkedAt < CHECK_COUNTS_MS) return Promise.resolve();
  pending ??= callApi(checkAuthToken, { signal: callLimit(checkAuthToken) })
    .then((reply) => {
      checkedAt = Date.now();
      openSession(reply.node, reply.kind);
    })
    .finally(() => {
      pending = null;
    });
  return pending;
}

async function send(call: Call, input: CallInput<Call>): Promise<Response> {
  // Outside the try block: a programming error here must not look like a network failure.
  const url = urlOf(call, input);
  const request: RequestInit = {
    method: call.method,
    headers: headersOf(call, input),
    credentials: 'same-origin',
    ...(input.keepalive === true && { keepalive: true }),
    ...(input.body === undefined ? {} : { body: bodyOf(input.body) }),
    ...(input.signal === undefined ? {} : { signal: input.signal }),
  };
  try {
    const response = await fetch(url, request);
    noteAnswer(response.status);
    return response;
  } catch (error) {
    return noAnswer(error);
  }
}

function noAnswer(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  noteAnswer(0);
  throw new ApiError(0, 'NETWORK');
}

function bodyOf(body: unknown): string | FormData {
  return body instanceof FormData ? body : JSON.stringify(body);
}

/** Returns the URL of a call; shared with uploads, which need XMLHttpRequest. */
export function urlOf(call: Call, input: CallInput<Call>): string {
  const path = appUrl(pathFor(call, input.node ?? currentSession().node));
  const query = new URLSearchParams(queryString(input.query));
  if (call.method === 'GET' && /(?:^|\/)(?:api|locales)\//.test(path)) query.set('time', String(Date.now()));
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function queryString(query: unknown): string {
  if (query === undefined || query === null) return '';
  const search = new URLSearchParams();
  for (const [key, value] of Array.isArray(query) ? (query as [string, string][]) : Object.entries(query)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
      if (one !== undefined) search.append(key, String(one));
  }
  return search.toString();
}

/** Returns the headers of a call (spec http-api 0.2). */
export function headersOf(call: Call, input: CallInput<Call>): Headers {
  const headers = new Headers({ Accept: 'application/json, text/plain, */*', 'Accept-Language': language });
  // A multipart body needs its own boundary, which only the browser can set.
  if (!(input.body instanceof FormData)) headers.set('Content-Type', 'application/json');
  const token = accessToken();
  if (call.login !== true && (token !== '' || needsToken(call))) headers.set('X-Access-Token', token);
  // The server refuses a call for an account other than the one that the browser's session now belongs to.
  if (call.access !== 'guest' && accountOfTab() !== '') headers.set('X-Account', accountOfTab());
  if (input.basic !== undefined) headers.set('Authorization', `Basic ${base64(input.basic)}`);
  if (input.idempotencyKey !== undefined) headers.set('Idempotency-Key', input.idempotencyKey);
  return headers;
}

/** Encodes as UTF-8 first, because btoa supports only Latin-1 and passwords may contain any character. */
function base64(basic: { username: string; password: string }): string {
  const bytes = new TextEncoder().encode(`${basic.username}:${basic.password}`);
  return btoa(String.fromCharCode(...bytes));
}

/** Returns the error of a response; if the session has ended, also leads to the login page. */
export function refused(status: number, body: string): ApiError {
  const error = readError(status, body);
  // Nothing of the other account may stay in this tab; unsent text is kept as a draft of that account.
  if (error.code === 'ACCOUNT_SWITCHED') location.reload();
  // A session of the other kind replaced this one in the browser: nothing here works anymore (spec http-api 0.3,
  // spec decisions 1.7).
  if (status === 401 || error.code === 'WRONG_SESSION_KIND') {
    const expired = error.code === 'AUTH_REQUIRED';
    // A late response to a call of an ended session: the log-out has already chosen the page.
    if (expired && !currentSession().token) return error;
    forgetTokenCheck();
    clearSession(expired ? 'expired' : 'left');
    if (!expired) toLogin();
  }
  return error;
}
