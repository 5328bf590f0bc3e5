import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';
import { operatorErrors } from '#contract/identity/operators.admin.ts';

/** Maximum length of a domain in the DNS. */
export const DOMAIN_MAX = 253;

/** Lists logins and addresses that must wait after too many wrong passwords. */
export const operatorBans = defineCall({
  method: 'GET',
  path: '/operator/api/bans',
  access: 'operator',
  right: 'support',
  summary: 'Console: who has to wait',
  reply: z.object({
    rows: z.array(
      z.object({
        key: z.string(),
        /**
         * `pair`: one login from one address; `address`: all logins from there; `number`: one login from everywhere;
         * `network`: all logins from a network; `all`: all logins from everywhere.
         */
        kind: z.enum(['pair', 'address', 'number', 'network', 'all']),
        login: z.string(),
        address: z.string(),
        count: z.number(),
        since: timeOut,
      }),
    ),
  }),
});
export type ConsoleBan = z.output<typeof operatorBans.reply>['rows'][number];

/** Lifts one of these waits. */
export const operatorBanClear = defineCall({
  method: 'POST',
  path: '/operator/api/bans/clear',
  access: 'operator',
  right: 'support',
  summary: 'Console: let somebody try again',
  body: z.object({ key: z.string().min(1).max(200) }),
  reply: success,
  errors: operatorErrors,
});

/** Lists the domains that nobody may whitelist; those shipped with the product only on request. */
export const operatorBlockedDomains = defineCall({
  method: 'GET',
  path: '/operator/api/blocked-domains',
  access: 'operator',
  right: 'support',
  summary: 'Console: blocked sender domains',
  query: z.object({ shipped: z.enum(['0', '1']).default('0').catch('0') }),
  reply: z.object({ rows: z.array(z.object({ domain: z.string(), reason: z.string() })) }),
});
export type ConsoleBlockedDomain = z.output<typeof operatorBlockedDomains.reply>['rows'][number];

/** Blocks a domain; accounts that already have it keep it. */
export const operatorBlockedDomainAdd = defineCall({
  method: 'POST',
  path: '/operator/api/blocked-domains',
  access: 'operator',
  summary: 'Console: block a sender domain',
  body: z.object({ domain: z.string().max(DOMAIN_MAX) }),
  reply: success,
  errors: operatorErrors,
});

/** Allows a domain again. */
export const operatorBlockedDomainRemove = defineCall({
  method: 'DELETE',
  path: '/operator/api/blocked-domains',
  access: 'operator',
  summary: 'Console: allow a sender domain again',
  body: z.object({ domain: z.string().max(DOMAIN_MAX) }),
  reply: success,
  errors: operatorErrors,
});

/** Lists which accounts claim which domains for sending by email, and whether they are proved. */
export const operatorSenderDomains = defineCall({
  method: 'GET',
  path: '/operator/api/sender-domains',
  access: 'operator',
  right: 'support',
  summary: 'Console: whitelisted sender domains',
  query: z.object({ search: z.string().max(DOMAIN_MAX).default('') }),
  reply: z.object({
    rows: z.array(
      z.object({
        domain: z.string(),
        uid: idOut,
        number: z.string(),
        active: z.boolean(),
        proved: z.boolean(),
        /** `email`, `dns` or `operator`; empty if not proved. */
        by: z.string(),
      }),
    ),
  }),
});
export type ConsoleSenderDomain = z.output<typeof operatorSenderDomains.reply>['rows'][number];

/** Assigns a domain to an account without a record; the account that had it is notified. */
export const operatorSenderDomainAssign = defineCall({
  method: 'POST',
  path: '/operator/api/sender-domains/assign',
  access: 'operator',
  summary: 'Console: give a sender domain to an account',
  body: z.object({ domain: z.string().max(DOMAIN_MAX), uid: idIn }),
  reply: success,
  errors: operatorErrors,
});
