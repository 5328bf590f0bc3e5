import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { ADMINISTRATION_ROLES } from '#contract/kit/roles.ts';
import { idOut } from '#contract/kit/wire.ts';
import { loginErrors } from './sessions.ts';

/** Maximum length of an administrator's user name (MFL-01). */
export const USERNAME_MAX = 64;
/** Maximum length of a host name in the DNS. */
const HOST_MAX = 253;
/** Tickets have 43 characters. */
const TICKET_MAX = 128;

/**
 * Verifies an administrator's user name and password, or a person's email address and password, and, if the brand is at
 * home on this host, opens the session: there is no second call (spec http-api 1.9, spec decisions 1.4). A redirect
 * opens no session; the client posts its form to the other host.
 */
export const getMultifaxNode = defineCall({
  method: 'POST',
  path: '/api/faxui/getMultifaxNode.json',
  access: 'guest',
  login: true,
  summary: 'Log in as a multifax administrator',
  body: z.object({
    username: z.string().max(USERNAME_MAX),
    // Hashed and compared; the length limit prevents abuse of the hashing.
    password: z.string().max(256),
    domain: z.string().max(HOST_MAX).default(''),
  }),
  reply: z.object({
    status: z.boolean(),
    node: z.string(),
    redirect: z.object({ status: z.boolean(), domain: z.string() }),
    /** The kind of the session: a person who last worked on a fax account goes on there. Own addition. */
    kind: z.enum(['user', 'multifax']),
  }),
  errors: loginErrors,
});

/** Returns the node of a host, for a browser that a portal has already logged in (spec http-api 1.10). */
export const getNodeData = defineCall({
  method: 'POST',
  path: '/api/faxui/getNodeData.json',
  access: 'guest',
  summary: 'Find the node of a host',
  body: z.object({ domain: z.string().max(HOST_MAX).default('') }),
  reply: z.object({ status: z.boolean(), node: z.string() }),
});

/**
 * Exchanges a portal's ticket, valid once and for one minute, for a session and redirects (spec http-api 1.9). An
 * invalid ticket leads to the login.
 */
export const openTicket = defineCall({
  method: 'GET',
  path: '/api/auth/sso',
  access: 'guest',
  login: true,
  summary: 'Log in with a one-time ticket',
  query: z.object({ ticket: z.string().max(TICKET_MAX).default('') }),
  replyKind: 'file',
  reply: z.unknown(),
});

const handOverTicket = z.object({ ticket: z.string().max(TICKET_MAX) });
const handOverErrors = { TOKEN_INVALID: 412 } as const;

/** Returns whose session this browser has, and whose would replace it. The ticket comes from openTicket. */
export const askHandOver = defineCall({
  method: 'POST',
  path: '/api/faxui/askHandOver.json',
  access: 'guest',
  login: true,
  summary: 'Ask before a login that was handed over takes the place of another',
  body: handOverTicket,
  reply: z.object({
    /** Fax number or user name; null if nobody is logged in. */
    current: z.string().nullable(),
    next: z.string(),
  }),
  errors: handOverErrors,
});

/** Opens the session of the ticket; the previous one ends. */
export const agreeToHandOver = defineCall({
  method: 'POST',
  path: '/api/faxui/agreeToHandOver.json',
  access: 'guest',
  login: true,
  summary: 'Go on with a login that was handed over',
  body: handOverTicket,
  reply: z.object({
    success: z.literal(true),
    node: z.string(),
    kind: z.enum(['user', 'multifax']),
  }),
  errors: handOverErrors,
});

/**
 * Returns the main data of the signed-in administrator: identity, and pages of this month over all accounts (spec
 * http-api 8.1).
 */
export const multifaxInterface = defineCall({
  method: 'GET',
  path: '/api/{n}db/f2e/MultifaxInterfaceData.json',
  access: 'multifax',
  right: 'self',
  summary: 'Main data of the administrator',
  reply: z.object({
    email: z.string(),
    username: z.string(),
    usedPages: z.number(),
    totalPages: z.number(),
    parent: z.object({ parentId: idOut, Domain: z.string() }),
    parentId: idOut,
    Domain: z.string(),
    /** The person who is signed in; null for the login with user name and password. Own addition. */
    person: z
      .object({
        name: z.string(),
        email: z.string(),
        role: z.enum(ADMINISTRATION_ROLES),
        /** Number of accounts and administrators that the person can switch to, including this one. */
        places: z.number(),
      })
      .nullable(),
  }),
});
