import { z } from 'zod';

import { isNanp } from '#contract/kit/fax-number.ts';
import type { Database } from '#engine/database/port.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { findSold } from '#server/features/customers/subscriptions/products.service.ts';
import type { StoredProduct } from '#server/features/customers/subscriptions/products.service.ts';

import { accountRules } from './account-rules.ts';
import { findBrandLanguage, readAccounts } from './accounts.store.ts';
import type { StoredAccount } from './accounts.store.ts';
import { hashNewPassword } from './new-password.ts';
import { takeNumber } from './number-pool.ts';
import type { NumberChoice } from './number-pool.ts';
import { openAccount } from './open-account.ts';
import { insertPortOrder } from './port-order.store.ts';
import { findAdministratorBrand, takeSlot } from './service-slots.store.ts';

/** The fields of a new account. */
export interface AccountInput {
  brandId: number;
  /** Undefined: the account waits for a number that is ported here. */
  number?: NumberChoice;
  pendingNumber?: string;
  email: string;
  /** With a password the account is verified and active immediately. */
  password?: string;
  /** `key=value;key=value`. */
  options?: string;
  monthLimit?: number;
  hipaa?: boolean;
  tour?: 0 | 1 | 2;
  parentId?: number;
  /** Code of the brand's product that it is sold as. */
  product?: string;
}

/** The result of an operator's change; `reason` is a sentence to show. */
export type AccountChange = { kind: 'ok'; account: StoredAccount } | { kind: 'refused'; reason: string };

/** Dependencies of account administration. */
export interface AccountsDeps {
  database: Database;
  /** Name of the node that serves new accounts (F2E_NODE). */
  node: string;
  /** Zone of new accounts (F2E_TIMEZONE). */
  zone: string;
  /** Mails owners of accounts without a password a link to choose one; undefined if nobody is to get a mail. */
  queueMail?: QueueMail;
}

const inputRules = z.object(accountRules);

/** Adds an account with its settings and its number in one transaction; if it is refused, nothing remains. */
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
  const requested = input.number && 'number' in input.number ? input.number.number : '';
  const owner = { brandId: input.brandId, names: [requested, input.pendingNumber ?? ''] };
  const password =
    input.password === undefined ? null : await hashNewPassword(database.db, owner, input.password);
  if (password?.kind === 'refused') return password;
  const fields = { ...parsed.data, passwordHash: password?.hash ?? null };
  if (input.parentId !== undefined) {
    const brandId = await findAdministratorBrand(database.db, input.parentId);
    if (brandId !== input.brandId)
      return {
        kind: 'refused',
        reason: `There is no administrator ${input.parentId} in the brand ${input.brandId}.`,
      };
  }
  const product = await productOf(database, input);
  if (product?.kind === 'refused') return product;
  try {
    return await store(deps, input, { ...fields, sold: product?.product ?? null }, language);
  } catch (error) {
    if (error instanceof NoSlot) return { kind: 'refused', reason: error.reason };
    throw error;
  }
}

type Checked = z.output<typeof inputRules> & { passwordHash: string | null; sold: StoredProduct | null };

/** Returns the product that the account is sold as; null if none was named. */
async function productOf(
  database: Database,
  { brandId, product: code }: AccountInput,
): Promise<{ kind: 'ok'; product: StoredProduct } | { kind: 'refused'; reason: string } | null> {
  if (code === undefined) return null;
  const product = await findSold(database, brandId, code);
  return product
    ? { kind: 'ok', product }
    : {
        kind: 'refused',
        reason: `The brand ${brandId} sells no product “${code}”; product list shows them.`,
      };
}

async function store(
  deps: AccountsDeps,
  input: AccountInput,
  { sold, ...fields }: Checked,
  language: string,
): Promise<AccountChange> {
  return await deps.database.transaction(async (tx) => {
    const taken = input.number === undefined ? null : await takeNumber(tx, input.number);
    if (taken?.kind === 'refused') return taken;
    const id = await openAccount(tx, deps, {
      ...fields,
      brandId: input.brandId,
      parentId: input.parentId ?? null,
      faxNumber: taken?.number ?? null,
      pendingNumber: input.pendingNumber ?? null,
      hipaa: input.hipaa === true || sold?.hipaa === true,
      ...(sold && { productId: sold.id, type: sold.type }),
      tour: input.tour ?? 0,
      language,
      by: { actor: { kind: 'operator' } },
    });
    if (input.pendingNumber !== undefined)
      await insertPortOrder(tx, { accountId: id, digits: input.pendingNumber, kind: 'port' });
    if (input.parentId !== undefined && !(await takeSlot(tx, input.parentId, id, null)))
      throw new NoSlot(input.parentId);
    const [account] = await readAccounts(tx, { id });
    if (!account) throw new Error('the account was added and is not there');
    return { kind: 'ok', account } as const;
  });
}

/** Thrown to roll back the transaction. */
class NoSlot extends Error {
  override readonly name = 'NoSlot';
  readonly reason: string;
  constructor(parentId: number) {
    super('no free service');
    this.reason = `The administrator ${parentId} has no free service. Give more services first.`;
  }
}
