import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Answer, EgnyteBehaviour, EgnyteRequest } from './fake-answers.ts';
import { answerFiles } from './fake-files.ts';
import { answerSignIn } from './fake-sign-in.ts';
import type { Grants } from './fake-sign-in.ts';
import { createTree } from './fake-tree.ts';
import type { Tree } from './fake-tree.ts';

/** An Egnyte domain with one user, as far as this product can tell; egnyte-js-sdk verifies it. */
export interface FakeEgnyte {
  url: string;
  tree: Tree;
  grants: Grants;
  behaviour: EgnyteBehaviour;
  requests: EgnyteRequest[];
  /** Data saved through the one-time settings token. */
  settings: { token: string; data: Record<string, string> }[];
  stop(): Promise<void>;
}

const BEHAVIOUR: EgnyteBehaviour = {
  perSecond: 0,
  perDay: 0,
  throttle: 'gateway',
  tokenSeconds: null,
  listsPermissions: true,
  retryAfter: null,
  full: false,
  before: null,
  away: false,
};

const SECOND_MS = 1_000;

/** Starts a fake Egnyte on its own port, or on the one that a running product is configured for. */
export async function startFakeEgnyte(change: Partial<EgnyteBehaviour> = {}, port = 0): Promise<FakeEgnyte> {
  const fake: Omit<FakeEgnyte, 'url' | 'stop'> = {
    tree: createTree(),
    grants: { codes: new Map(), tokens: new Map(), refreshes: new Map(), signedIn: 0 },
    behaviour: { ...BEHAVIOUR, ...change },
    requests: [],
    settings: [],
  };
  const uses = new Map<string, number[]>();
  const answer = (request: EgnyteRequest): Answer => {
    if (fake.behaviour.away) return { status: 503, body: 'away' };
    const open = answerSignIn(fake, request) ?? answerSettings(fake, request);
    if (open) return open;
    if (!isKnown(fake.grants, request.token))
      return { status: 401, headers: { 'x-mashery-error-code': 'ERR_403_DEVELOPER_INACTIVE' } };
    return throttled(fake.behaviour, uses, request.token) ?? answerFiles(fake, request) ?? NOT_FOUND;
  };
  const server = createServer((incoming, response) => void serve(incoming, response, fake, answer));
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    ...fake,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

const NOT_FOUND: Answer = { status: 404, json: { errorMessage: 'File or folder not found' } };

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  { requests, behaviour }: Pick<FakeEgnyte, 'requests' | 'behaviour'>,
  answer: (request: EgnyteRequest) => Answer,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part);
  const url = new URL(incoming.url ?? '/', 'http://egnyte');
  const request: EgnyteRequest = {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    token: /^Bearer (.+)$/.exec(incoming.headers.authorization ?? '')?.[1] ?? '',
    body: Buffer.concat(parts),
    url,
    headers: incoming.headers,
  };
  requests.push(request);
  await behaviour.before?.(request);
  const { status, json, body, headers = {} } = answer(request);
  const type = json === undefined ? 'text/html' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(json === undefined ? body : JSON.stringify(json));
}

function isKnown(grants: Grants, token: string): boolean {
  const until = grants.tokens.get(token);
  return until !== undefined && until > Date.now();
}

function throttled(behaviour: EgnyteBehaviour, uses: Map<string, number[]>, token: string): Answer | null {
  const all = uses.get(token) ?? [];
  const now = Date.now();
  const lately = all.filter((at) => now - at < SECOND_MS);
  const overDay = behaviour.perDay > 0 && all.length >= behaviour.perDay;
  if (!overDay && (behaviour.perSecond === 0 || lately.length < behaviour.perSecond)) {
    uses.set(token, [...all, now]);
    return null;
  }
  const headers = { 'retry-after': behaviour.retryAfter ?? (overDay ? '3600' : '1') };
  if (behaviour.throttle === 'status-429') return { status: 429, json: {}, headers };
  const code = overDay ? 'ERR_403_DEVELOPER_OVER_RATE' : 'ERR_403_DEVELOPER_OVER_QPS';
  return {
    status: 403,
    body: '<h1>Developer Over</h1>',
    headers: { ...headers, 'x-mashery-error-code': code },
  };
}

/** Handles the one-time settings token of the UI integration framework. */
function answerSettings(fake: Pick<FakeEgnyte, 'settings'>, request: EgnyteRequest): Answer | null {
  if (request.method !== 'POST' || request.path !== '/integrations/settings') return null;
  const saved = JSON.parse(request.body.toString()) as FakeEgnyte['settings'][number];
  if (fake.settings.some(({ token }) => token === saved.token))
    return { status: 403, json: { error: 'used' } };
  fake.settings.push(saved);
  return { status: 200, json: {} };
}
