import cookie from '@fastify/cookie';
import fastify, { LogController } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

import { withCallLimit, withoutCallLimit } from '#engine/database/port.ts';
import { hashToken } from '#engine/secrets/tokens.ts';

import { AppError } from '#server/kit/app-error.ts';
import { addDraining } from '#server/kit/close-app.ts';
import { addFrontDoor } from '#server/kit/front-door.ts';
import type { FrontDoorOptions } from '#server/kit/front-door.ts';
import { addGate } from '#server/kit/gate.ts';
import type { GateOptions } from '#server/kit/gate.ts';
import type { Messages } from '#server/kit/messages.ts';
import type { App } from '#server/kit/mount.ts';
import { plainPath } from '#server/kit/node-path.ts';
import { parseQueryString } from '#server/kit/query-string.ts';
import type { KeptAnswers } from '#server/kit/repeated-call.ts';
import { addErrorResponses, answerBadAddress, answerNotFound } from '#server/kit/respond-error.ts';
import { addRequestLog } from '#server/kit/request-log.ts';
import { addRateHeaders } from '#server/kit/rate-limit.ts';
import type { CallRate } from '#server/kit/rate-limit.ts';
import { addSecurityHeaders } from '#server/kit/security-headers.ts';
import { CLIENT_LIMITS, limitClients, serverLimits } from '#server/kit/slow-clients.ts';

/**
 * How long a connection may neither send nor receive a byte: then its client is gone, and the file that it was reading
 * is closed (F-client-01).
 */
const SILENCE_LIMIT_MS = 120_000;

/** Dependencies of the HTTP application. */
export interface AppOptions {
  log: Logger;
  /** Whether a name after /api/ is a node of this installation. */
  readonly knowsNode: (name: string) => boolean;
  publicPath: string;
  trustProxy: string[];
  /** Maximum connections per address (F2E_CONNECTIONS_PER_ADDRESS). */
  perAddress: number;
  /** How often an API key may call. */
  apiRate: CallRate;
  /** Maximum size of a JSON body, in bytes (spec http-api 0.4). */
  jsonBytes: number;
  messages: Messages;
  sessions: GateOptions['sessions'];
  keys: GateOptions['keys'];
  keptAnswers: KeptAnswers;
  readonly brandOfHost: FrontDoorOptions['brandOfHost'];
  knowsOrigin(origin: string): Promise<boolean>;
  /** Returns false for addresses of the operator console where the console must not be reachable. */
  readonly opensConsole: (request: FastifyRequest) => boolean;
}

/** Builds the HTTP application without features: parsing, the gate, error responses, headers. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { messages, publicPath, knowsNode } = options;
  const limits = { ...CLIENT_LIMITS, perAddress: options.perAddress, proxies: options.trustProxy };
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    bodyLimit: options.jsonBytes,
    ...serverLimits(limits),
    connectionTimeout: SILENCE_LIMIT_MS,
    forceCloseConnections: 'idle',
    // Requests over open connections are still answered while the process stops, so that an update fails no call.
    return503OnClosing: false,
    frameworkErrors: (_, request, reply) => answerBadAddress(request, reply, messages),
    rewriteUrl: (request) => plainPath(request.url ?? '/', publicPath, knowsNode),
    routerOptions: { querystringParser: parseQueryString },
  }) as unknown as App;
  limitClients(app, limits);
  addDraining(app);
  acceptEmptyJson(app);
  await app.register(cookie);
  addRequestLog(app);
  addSecurityHeaders(app);
  addErrorResponses(app, { messages, publicPath });
  addRateHeaders(app, options.apiRate);
  limitDatabaseCalls(app);
  addFrontDoor(app, options);
  app.addHook('onRequest', async (request) => {
    if (!options.opensConsole(request)) throw new AppError('NOT_FOUND');
  });
  app.decorate('keptAnswers', options.keptAnswers);
  addGate(app, {
    sessions: options.sessions,
    keys: options.keys,
    languageOf: (request) => messages.languageOf(request),
    hashToken,
    originAllowed: async (request, origin) =>
      origin.toLowerCase() === `${request.protocol}://${request.host.toLowerCase()}` ||
      (await options.knowsOrigin(origin)),
  });
  return app;
}

/**
 * Limits the database work of each call: a locked table must not block a call for longer than five seconds (F-db-02).
 * The limit is set at the start of the request, because the gate queries the database too, and again for the handler,
 * because reading a body in between leaves the limit's async context.
 */
function limitDatabaseCalls(app: App): void {
  for (const hook of ['onRequest', 'preHandler'] as const)
    app.addHook(hook, (request: FastifyRequest, _: unknown, next: () => void) => {
      if (request.routeOptions.config.call?.takesLong === true) withoutCallLimit(next);
      else withCallLimit(next);
    });
}

/** Builds the application of a process without the role web: only health and metrics, for monitoring. */
export function buildWatchApp({ log, messages }: Pick<AppOptions, 'log' | 'messages'>): App {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    ...serverLimits(CLIENT_LIMITS),
    forceCloseConnections: true,
  }) as unknown as App;
  addDraining(app);
  addSecurityHeaders(app);
  addErrorResponses(app, { messages, publicPath: '' });
  app.setNotFoundHandler(async (request, reply) => await answerNotFound(request, reply, messages));
  return app;
}

/**
 * Accepts empty JSON bodies: the client sends a JSON content type with every request, even without a body (spec
 * http-api 0.2).
 */
function acceptEmptyJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
  app.removeContentTypeParser('text/plain');
}
