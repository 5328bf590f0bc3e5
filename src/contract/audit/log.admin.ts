import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { paging } from '#contract/kit/paging.ts';
import { idOut, timeOut } from '#contract/kit/wire.ts';

/** The records that sending domains need, and whether they are there. */
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

/** What acts name by an id, and which entries of an act's detail hold ids of that kind. */
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
/** A kind of thing that acts name by its id. */
export type AuditKind = keyof typeof NAMED_IN_AUDIT;

/** The kind of thing that an entry of an act's detail names; undefined for anything else. */
export function auditKindOf(entry: string): AuditKind | undefined {
  const kinds: readonly (readonly [string, readonly string[]])[] = Object.entries(NAMED_IN_AUDIT);
  return kinds.find(([, entries]) => entries.includes(entry))?.[0] as AuditKind | undefined;
}

/** Who did what, the newest first; `total` counts what is known to follow. */
export const operatorAudit = defineCall({
  method: 'GET',
  path: '/operator/api/audit',
  access: 'operator',
  right: 'support',
  summary: 'Console: the audit',
  query: z.object({
    ...paging,
    actor: z.string().max(64).default(''),
    /** Beginning of the action, like `session.` or `fax.resend`. */
    action: z.string().max(64).default(''),
    object: z.string().max(64).default(''),
    /** Its id or its fax number. */
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
    /** What people call the things that the rows name: `account/12` is the digits of its number, `person/5` a name. */
    names: z.record(z.string(), z.string()),
    total: z.number(),
  }),
});
export type ConsoleAct = z.output<typeof operatorAudit.reply>['rows'][number];

/** Checks every row of the audit's chain. */
export const operatorAuditVerify = defineCall({
  method: 'POST',
  path: '/operator/api/audit/verify',
  takesLong: true,
  access: 'operator',
  summary: 'Console: verify the audit',
  reply: z.object({ ok: z.boolean(), rows: z.number(), reason: z.string() }),
});
