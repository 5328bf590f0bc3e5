import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { ADMINISTRATION_ROLES } from '#contract/kit/roles.ts';
import { idOut } from '#contract/kit/wire.ts';
import { loginErrors } from './sessions.ts';

/** The longest user name of an administrator (MFL-01). */
export const USERNAME_MAX = 64;
/** The longest host name that DNS knows. */
const HOST_MAX = 253;
/** Tickets have 43 characters. */
const TICKET_MAX = 128;

/**
 * Proves an administrator's user name and password, or the address and password of a person, and, where the brand is at
 * home on this host, opens the session: there is no second call (spec http-api 1.9, spec decisions 1.4). A redirect opens
 * nothing; the client posts its form there.
 */
export const getMultifaxNode = defineCall({
  method: 'POST',
  path: '/api/faxui/getMultifaxNode.json',
  access: 'guest',
  login: true,
  summary: 'Log in as a multifax administrator',
  body: z.object({
    username: z.string().max(USERNAME_MAX),
    // The server compares what it is given; its length is bounded so that hashing cannot be abused.
    password: z.string().max(256),
    domain: z.string().max(HOST_MAX).default(''),
  }),
  reply: z.object({
    status: z.boolean(),
    node: z.string(),
    redirect: z.object({ status: z.boolean(), domain: z.string() }),
    /** A person may have worked on a fax account last: then that opens. Own addition. */
    kind: z.enum(['user', 'multifax']),
  }),
  errors: loginErrors,
});

/** The node of a host, for a browser that a portal has logged in already (spec http-api 1.10). */
export const getNodeData = defineCall({
  method: 'POST',
  path: '/api/faxui/getNodeData.json',
  access: 'guest',
  summary: 'Find the node of a host',
  body: z.object({ domain: z.string().max(HOST_MAX).default('') }),
  reply: z.object({ status: z.boolean(), node: z.string() }),
});

/** Turns a portal's ticket, good for a minute and once, into a session and leads on (spec http-api 1.9). A bad one leads to the login. */
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

/** Whose session stands in this browser, and whose would take its place. The ticket comes from openTicket. */
export const askHandOver = defineCall({
  method: 'POST',
  path: '/api/faxui/askHandOver.json',
  access: 'guest',
  login: true,
  summary: 'Ask before a login that was handed over takes the place of another',
  body: handOverTicket,
  reply: z.object({
    /** Fax number or user name; null when nobody is logged in. */
    current: z.string().nullable(),
    next: z.string(),
  }),
  errors: handOverErrors,
});

/** Opens the session that was asked about; the one before ends. */
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

/** Main data of the signed-in administrator: pages of this month over all accounts, and who it is (spec http-api 8.1). */
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
    /** Who works here under their own name; null for the login with user name and password. Own addition. */
    person: z
      .object({
        name: z.string(),
        email: z.string(),
        role: z.enum(ADMINISTRATION_ROLES),
        /** Accounts and administrators that this person may go on with, this one included. */
        places: z.number(),
      })
      .nullable(),
  }),
});
