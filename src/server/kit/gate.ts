import type { FastifyRequest } from 'fastify';

import type { Call } from '#contract/kit/call.ts';
import { needsToken } from '#contract/kit/call.ts';
import { roleAllows } from '#contract/kit/roles.ts';
import type { AdministrationRole, OperatorRole, Role } from '#contract/kit/roles.ts';

import { AppError } from './app-error.ts';
import { sessionToken } from './cookies.ts';
import type { App } from './mount.ts';
import { brandOf } from './front-door.ts';
import { openKeyGate } from './key-gate.ts';
import type { GateKeys } from './key-gate.ts';
import { createAtOnce } from './rate-limit.ts';
import { operatorToken } from './operator-cookies.ts';
import { provenAccount, provenAdministrator } from './scope.ts';
import type { ActingPerson } from './scope.ts';

/** What the gate needs to know of a session. */
export interface GateSession {
  kind: 'user' | 'multifax' | 'task' | 'operator';
  subjectId: number;
  brandId: number;
  node: string;
  expiresIn: number;
  /** Seconds until it ends however it is used. */
  endsIn: number;
  /** Who works there under their own name, with a role of that kind of place; null: the place's own login. */
  person?: ActingPerson | null;
  /** Of an operator. */
  role?: OperatorRole | null;
  /** The provider of single sign-on that it stands on. */
  signOn?: { providerId: number; sid: string | null } | null;
}

/** The session feature, as the gate sees it. */
export interface GateSessions {
  find(token: string, extend: boolean): Promise<GateSession | undefined>;
  provesAccess(token: string, accessToken: string): boolean;
}

/** What the gate asks of the rest of the server. */
export interface GateOptions {
  sessions: GateSessions;
  keys: GateKeys;
  /** Whether this Origin is this host's own or a brand's (spec http-api 0.3). */
  originAllowed(request: FastifyRequest, origin: string): Promise<boolean>;
  readonly languageOf: (request: FastifyRequest) => string;
  hashToken(token: string): Buffer;
}

/**
 * Lets a request through to its call: first the Origin (403), then session and token header (401), then the kind and the
 * person's role (403).
 * Every route that has a call in its config passes here; there is no other way to an AccountId (spec http-api 0.3).
 */
export function addGate(app: App, options: GateOptions): void {
  app.decorateRequest('caller', undefined);
  app.decorateRequest('session', undefined);
  const atOnce = createAtOnce(app);
  app.addHook('onRequest', async (request, reply) => {
    const call = request.routeOptions.config.call;
    // A key is in no browser's cookies: no other site can make one send it.
    if (call?.access === 'key') {
      request.caller = await openKeyGate(request, reply, call, { ...options, atOnce });
      return;
    }
    await refuseForeignOrigin(request, options);
    if (!call || call.access === 'guest') return;
    if (!(call.comesFromElsewhere === true && isArrival(request))) refuseEmbedding(request);
    await openGate(request, call, options);
  });
}

async function refuseForeignOrigin(request: FastifyRequest, options: GateOptions): Promise<void> {
  const origin = request.headers.origin;
  if (origin !== undefined && !(await options.originAllowed(request, origin)))
    throw new AppError('ORIGIN_NOT_ALLOWED');
}

/** A foreign page may not even load an image of a fax; browsers say who asks, other clients say nothing (A-CSRF-03). */
function refuseEmbedding(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new AppError('ORIGIN_NOT_ALLOWED');
}

/** A person who opens an address, perhaps sent by another site; that site's images and frames are none. */
export function isArrival({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

async function openGate(request: FastifyRequest, call: Call, options: GateOptions): Promise<void> {
  const token = call.access === 'operator' ? operatorToken(request) : sessionToken(request);
  const session = token ? await options.sessions.find(token, !isBackground(request, call)) : undefined;
  if (!token || !session) throw new AppError('AUTH_REQUIRED');
  // A session is good at the hosts of its own brand; operators belong to none (A-XDOM-07).
  if (session.kind !== 'operator' && session.brandId !== brandOf(request))
    throw new AppError('AUTH_REQUIRED');
  const header = request.headers['x-access-token'];
  if (needsToken(call) && !options.sessions.provesAccess(token, String(header ?? '')))
    throw new AppError('AUTH_REQUIRED');
  if (!mayMake(session.kind, call.access)) throw new AppError('WRONG_SESSION_KIND');
  const role = session.person?.role ?? session.role ?? undefined;
  if (role && !roleAllows(role, call.right)) throw new AppError('ROLE_NOT_ALLOWED');
  refuseOtherAccount(request, session);
  request.session = session;
  const from = {
    brandId: session.brandId,
    sessionIdHash: options.hashToken(token),
    address: request.ip,
    language: options.languageOf(request),
  };
  const person = session.person ?? undefined;
  if (session.kind === 'user')
    request.caller = {
      ...from,
      accountId: provenAccount(session.subjectId),
      person: person as ActingPerson<Role> | undefined,
    };
  if (session.kind === 'multifax')
    request.caller = {
      ...from,
      parentId: provenAdministrator(session.subjectId),
      person: person as ActingPerson<AdministrationRole> | undefined,
    };
  if (session.kind === 'operator') request.caller = { ...from, operatorId: session.subjectId };
}

/**
 * A page says which account it shows (`7`), or which administrator (`administrator-7`). Where another tab of the browser has gone on with another account meanwhile, what
 * the page asks for is not done there: a fax must not leave from a number that its writer does not see (A-PEOPLE-09).
 */
function refuseOtherAccount({ headers }: FastifyRequest, { kind, subjectId }: GateSession): void {
  const shown = headers['x-account'];
  if (kind === 'operator' || shown === undefined) return;
  if (shown !== (kind === 'multifax' ? `administrator-${subjectId}` : String(subjectId)))
    throw new AppError('ACCOUNT_SWITCHED');
}

/**
 * A call that nobody made by hand does not extend the session. The console says so of the lists that it refreshes; to
 * claim it only makes a session shorter.
 */
function isBackground({ headers }: FastifyRequest, call: Call): boolean {
  if (call.background === true) return true;
  return call.access === 'operator' && call.method === 'GET' && headers['x-background'] === '1';
}

/** «any» is either kind of customer, never who runs the installation. */
function mayMake(kind: GateSession['kind'], access: Call['access']): boolean {
  return kind === access || (access === 'any' && (kind === 'user' || kind === 'multifax'));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate for every call that needs a session. */
    session: GateSession | undefined;
  }
}
