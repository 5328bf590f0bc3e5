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

/** The facts about a session that the gate needs. */
export interface GateSession {
  kind: 'user' | 'multifax' | 'task' | 'operator';
  subjectId: number;
  brandId: number;
  node: string;
  expiresIn: number;
  /** Seconds until the session ends, however much it is used. */
  endsIn: number;
  /**
   * The person who works there under their own name, with a role of that kind of place; null for the place's own login.
   */
  person?: ActingPerson | null;
  /** The role of an operator; only sessions of operators have one. */
  role?: OperatorRole | null;
  /** The single sign-on provider that the session comes from. */
  signOn?: { providerId: number; sid: string | null } | null;
}

/** The session feature as the gate uses it. */
export interface GateSessions {
  find(token: string, extend: boolean): Promise<GateSession | undefined>;
  provesAccess(token: string, accessToken: string): boolean;
}

/** What the gate needs from the rest of the server. */
export interface GateOptions {
  sessions: GateSessions;
  keys: GateKeys;
  /** Whether this Origin belongs to this host or to a brand (spec http-api 0.3). */
  originAllowed(request: FastifyRequest, origin: string): Promise<boolean>;
  readonly languageOf: (request: FastifyRequest) => string;
  hashToken(token: string): Buffer;
}

/**
 * Lets a request through to its call: checks first the Origin (403), then session and token header (401), then the
 * session's kind and the person's role (403). Every route with a call in its config passes through here; there is no
 * other way to an AccountId (spec http-api 0.3).
 */
export function addGate(app: App, options: GateOptions): void {
  app.decorateRequest('caller', undefined);
  app.decorateRequest('session', undefined);
  const atOnce = createAtOnce(app);
  app.addHook('onRequest', async (request, reply) => {
    const call = request.routeOptions.config.call;
    // Browsers never attach a key as they do cookies, so no other site can make one send it.
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

/**
 * Refuses requests from foreign pages, which may not even load an image of a fax; browsers name the requesting site,
 * other clients send nothing (A-CSRF-03).
 */
function refuseEmbedding(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new AppError('ORIGIN_NOT_ALLOWED');
}

/**
 * Whether a person opens an address, perhaps following a link on another site; images and frames on that site do not
 * count.
 */
export function isArrival({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

async function openGate(request: FastifyRequest, call: Call, options: GateOptions): Promise<void> {
  const token = call.access === 'operator' ? operatorToken(request) : sessionToken(request);
  const session = token ? await options.sessions.find(token, !isBackground(request, call)) : undefined;
  if (!token || !session) throw new AppError('AUTH_REQUIRED');
  // A session is valid on the hosts of its own brand; operators belong to no brand (A-XDOM-07).
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
 * Refuses a call if the session has meanwhile moved to another account in another tab of the browser. A page sends the
 * account (`7`) or administrator (`administrator-7`) that it shows: a fax must not leave from a number that its writer
 * does not see (A-PEOPLE-09).
 */
function refuseOtherAccount({ headers }: FastifyRequest, { kind, subjectId }: GateSession): void {
  const shown = headers['x-account'];
  if (kind === 'operator' || shown === undefined) return;
  if (shown !== (kind === 'multifax' ? `administrator-${subjectId}` : String(subjectId)))
    throw new AppError('ACCOUNT_SWITCHED');
}

/**
 * Whether nobody made the call by hand, so that it does not extend the session. The console marks the lists that it
 * refreshes; a false claim only makes a session shorter.
 */
function isBackground({ headers }: FastifyRequest, call: Call): boolean {
  if (call.background === true) return true;
  return call.access === 'operator' && call.method === 'GET' && headers['x-background'] === '1';
}

/**
 * Whether this kind of session may make a call with this access. «any» means either kind of customer, never an
 * operator.
 */
function mayMake(kind: GateSession['kind'], access: Call['access']): boolean {
  return kind === access || (access === 'any' && (kind === 'user' || kind === 'multifax'));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The session, set by the gate for every call that needs one. */
    session: GateSession | undefined;
  }
}
