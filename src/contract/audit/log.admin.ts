import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { paging } from '#contract/kit/paging.ts';
import { idOut, timeOut } from '#contract/kit/wire.ts';
import { operatorErrors } from '#contract/identity/operators.admin.ts';

/** Lists the DNS records that sending domains need, and whether they exist. */
export const operatorMailDns = defineCall({
  method: 'GET',
  path: '/operator/api/mail-dns',
  access: 'operator',
  right: 'support',
  summary: 'Console: DNS records of sending domains',
  reply: z.object({
    records: z.array(
      z.object({
        domain: z.string(),
        purpose: z.enum(['dkim', 'spf', 'dmarc', 'mx']),
        name: z.string(),
        type: z.string(),
        value: z.string(),
        state: z.enum(['ok', 'missing', 'different', 'unknown']),
        found: z.array(z.string()),
      }),
    ),
  }),
});
export type ConsoleRecord = z.output<typeof operatorMailDns.reply>['records'][number];

/**
 * The kinds of objects that the audit names by id, each with the keys of an action's detail that hold ids of that kind.
 */
export const NAMED_IN_AUDIT = {
  account: ['accountId', 'account'],
  parent: ['parentId'],
  person: ['personId', 'person'],
  brand: ['brandId'],
  operator: [],
  product: ['productId'],
  identity_provider: ['provider'],
  scim_group: [],
  scim_user: [],
  'api-key': ['keyId'],
} as const satisfies Record<string, readonly string[]>;
/** A kind of object that the audit names by its id. */
export type AuditKind = keyof typeof NAMED_IN_AUDIT;

/** Returns the kind of object that a key of an action's detail names; undefined for any other key. */
export function auditKindOf(entry: string): AuditKind | undefined {
  const kinds: readonly (readonly [string, readonly string[]])[] = Object.entries(NAMED_IN_AUDIT);
  return kinds.find(([, entries]) => entries.includes(entry))?.[0] as AuditKind | undefined;
}

/** Lists who did what, newest first; `total` counts the rows known so far. */
export const operatorAudit = defineCall({
  method: 'GET',
  path: '/operator/api/audit',
  access: 'operator',
  right: 'support',
  summary: 'Console: the audit',
  query: z.object({
    ...paging,
    actor: z.string().max(64).default(''),
    /** The beginning of the action, such as `session.` or `fax.resend`. */
    action: z.string().max(64).default(''),
    object: z.string().max(64).default(''),
    /** The account's id or its fax number. */
    account: z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .or(z.literal(''))
      .default('')
      .catch(''),
  }),
  reply: z.object({
    rows: z.array(
      z.object({
        id: idOut,
        at: timeOut,
        /** `operator:anna`, `account/12`, `system`. */
        actor: z.string(),
        uid: idOut.nullable(),
        action: z.string(),
        object: z.string(),
        detail: z.string(),
        address: z.string(),
      }),
    ),
    /**
     * Display names of the objects in the rows: `account/12` maps to the digits of its number, `person/5` to a name.
     */
    names: z.record(z.string(), z.string()),
    total: z.number(),
  }),
});
export type ConsoleAct = z.output<typeof operatorAudit.reply>['rows'][number];

/** Verifies every row of the audit's hash chain. */
export const operatorAuditVerify = defineCall({
  method: 'POST',
  path: '/operator/api/audit/verify',
  takesLong: true,
  access: 'operator',
  summary: 'Console: verify the audit',
  reply: z.object({ ok: z.boolean(), rows: z.number(), reason: z.string() }),
  errors: operatorErrors,
});
