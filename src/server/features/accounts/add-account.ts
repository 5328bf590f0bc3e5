import { z } from 'zod';

import { formatFaxNumber, isNanp } from '#contract/kit/fax-number.ts';
import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/audit.service.ts';
import type { QueueMail } from '#server/features/mail-out/mail-out.service.ts';
import { sendVerification } from '#server/features/password/password.service.ts';

import { findBrandLanguage, insertAccount, readAccounts } from './accounts.store.ts';
import type { StoredAccount } from './accounts.store.ts';
import { hashNewPassword } from './new-password.ts';
import { takeNumber } from './number-pool.ts';
import type { NumberWish } from './number-pool.ts';
import { assignNumber } from './number-pool.store.ts';

/** What a new account may be given. */
export interface AccountInput {
  brandId: number;
  /** Undefined: the account waits for a number that is ported here. */
  number?: NumberWish;
  pendingNumber?: string;
  email: string;
  /** With a password the account is verified and active at once. */
  password?: string;
  /** `key=value;key=value`. */
  options?: string;
  monthLimit?: number;
  hipaa?: boolean;
  tour?: 0 | 1 | 2;
  parentId?: number;
}

/** How an operator's change ended; `reason` is a sentence to show. */
export type AccountChange = { kind: 'ok'; account: StoredAccount } | { kind: 'refused'; reason: string };

/** What account administration needs. */
export interface AccountsDeps {
  database: Database;
  /** Name of the node that serves new accounts (F2E_NODE). */
  node: string;
  /** Zone of new accounts (F2E_TIMEZONE). */
  zone: string;
  /** Mails the owner of an account without a password a link to choose one; left out where nobody is to be written to. */
  queueMail?: QueueMail;
}

/** A month of more pages than this is a mistyped number: a line sends about 40,000. */
const MAX_MONTH_LIMIT = 1_000_000;

const inputRules = z.object({
  email: z
    .email('The e-mail address is not valid.')
    .max(128, 'The e-mail address is longer than 128 characters.'),
  options: z
    .string()
    .max(500, 'The options are longer than 500 characters.')
    .regex(/^(?:[a-z][a-z0-9_]*=[^;=]*(?:;|$))*$/, 'Options are written like enterprisefax=yes;other=value.'),
  monthLimit: z
    .number()
    .int('A month limit is a whole number of pages.')
    .min(0, 'A month limit is a whole number of pages.')
    .max(MAX_MONTH_LIMIT, `A month limit is at most ${MAX_MONTH_LIMIT} pages.`)
    .nullable(),
});

/** Adds an account with its settings and its number in one transaction; nothing stays behind when it is refused. */
export async function addAccount(deps: AccountsDeps, input: AccountInput): Promise<AccountChange> {
  const { database } = deps;
  const parsed = inputRules.safeParse({
    email: input.email,
    options: input.options ?? '',
    monthLimit: input.monthLimit ?? null,
  });
  if (!parsed.success)
    return { kind: 'refused', reason: parsed.error.issues[0]?.message ?? 'This is not valid.' };
  if (input.pendingNumber !== undefined && !isNanp(input.pendingNumber)) {
    return { kind: 'refused', reason: `${input.pendingNumber} is no number of ten digits.` };
  }
  const language = await findBrandLanguage(database.db, input.brandId);
  if (language === undefined) return { kind: 'refused', reason: `There is no brand ${input.brandId}.` };
  const password =
    input.password === undefined ? null : await hashNewPassword(database.db, input.brandId, input.password);
  if (password?.kind === 'refused') return password;
  const fields = { ...parsed.data, passwordHash: password?.hash ?? null };
  return await store(deps, input, fields, language);
}

type Checked = z.output<typeof inputRules> & { passwordHash: string | null };

async function store(
  { database, node, zone, queueMail }: AccountsDeps,
  input: AccountInput,
  fields: Checked,
  language: string,
): Promise<AccountChange> {
  return await database.transaction(async (tx) => {
    const taken = input.number === undefined ? null : await takeNumber(tx, input.number);
    if (taken?.kind === 'refused') return taken;
    const id = await insertAccount(
      tx,
      {
        ...fields,
        brandId: input.brandId,
        parentId: input.parentId ?? null,
        node,
        zone,
        faxNumber: taken?.number ?? null,
        pendingNumber: input.pendingNumber ?? null,
        hipaa: input.hipaa === true,
        tour: input.tour ?? 0,
      },
      language,
    );
    if (taken !== null) await assignNumber(tx, taken.number, id);
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      accountId: id,
      action: 'account.add',
      object: `account/${id}`,
      detail: { brandId: input.brandId, number: formatFaxNumber(taken?.number ?? '') },
    });
    if (fields.passwordHash === null && queueMail) await sendVerification(tx, queueMail, id);
    const [account] = await readAccounts(tx, { id });
    if (!account) throw new Error('the account was added and is not there');
    return { kind: 'ok', account };
  });
}
