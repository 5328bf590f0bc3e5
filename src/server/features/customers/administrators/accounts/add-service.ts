import { isNanp, formatFaxNumber } from '#contract/kit/fax-number.ts';
import { ACCOUNT_TYPES } from '#contract/customers/administrators.ts';
import type { AccountType } from '#contract/customers/administrators.ts';
import type { Database, Db } from '#engine/database/port.ts';
import {
  insertPortOrder,
  isNumberKnown,
  openAccount,
  takeNumber,
  takeSlot,
} from '#server/features/customers/accounts/accounts.service.ts';
import type { NumberWish } from '#server/features/customers/accounts/accounts.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { isAreaCode } from '#server/features/customers/locations/locations.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { ParentCaller } from '#server/kit/scope.ts';

import { findProduct, ownsSlot, readParent } from './multifax-accounts.store.ts';
import type { ParentRow } from './multifax-accounts.store.ts';

/** Emergency and service codes are nobody's number (A-MULTI-01). */
const SERVICE_CODE = /^[2-9]11|^\d{3}[2-9]11/;

/** Whether a number is one that nobody can have. */
export function isServiceCode(number: string): boolean {
  return SERVICE_CODE.test(number);
}

/** What an administrator asks for. */
export interface ServiceWish {
  email: string;
  productType: string;
  productName: string;
  /** The number to port. */
  number: string;
  areaId: string;
  /** As the client says; the session decides. */
  parentId: number | null;
  slotId: number | null;
}

/** What adding needs. */
export interface AddDeps {
  database: Database;
  node: string;
  zone: string;
  queueMail: QueueMail;
  /** Where orders for numbers go. */
  operatorEmail: string;
}

/** The new account. */
export interface AddedService {
  id: number;
  number: string | null;
}

/** Reads a kind of account. Throws NO_PRODUCT for one that is never sold. */
export function typeOf(written: string): AccountType {
  const type = ACCOUNT_TYPES.find((known) => known === written);
  if (!type) throw new AppError('NO_PRODUCT');
  return type;
}

/**
 * Adds an account of the administrator: service, number or order, account, mails and audit row in one transaction
 * (spec http-api 8.6). Throws LIMIT_REACHED, POOL_EMPTY, NUMBER_IN_USE, NO_PRODUCT, VALIDATION; NOT_FOUND for ids of others.
 */
export async function addService(
  deps: AddDeps,
  caller: ParentCaller,
  wish: ServiceWish,
): Promise<AddedService> {
  return await deps.database.transaction(async (tx) => await addServiceIn(tx, deps, caller, wish));
}

/** The same in a transaction of the caller's. */
export async function addServiceIn(
  tx: Db,
  deps: AddDeps,
  caller: ParentCaller,
  wish: ServiceWish,
): Promise<AddedService> {
  if (wish.parentId !== null && wish.parentId !== Number(caller.parentId)) throw new AppError('NOT_FOUND');
  const type = typeOf(wish.productType);
  await checkWish(tx, type, wish);
  const parent = await readParent(tx, caller.parentId);
  if (!parent) throw new AppError('NOT_FOUND');
  if (wish.slotId !== null && !(await ownsSlot(tx, caller.parentId, wish.slotId)))
    throw new AppError('NOT_FOUND');
  return await addOne(tx, deps, caller, parent, { ...wish, type });
}

async function checkWish(tx: Db, type: AccountType, wish: ServiceWish): Promise<void> {
  if (type === 'custom' && (!isNanp(wish.number) || isServiceCode(wish.number)))
    throw new AppError('VALIDATION', { fields: { faxnumber: 'NUMBER_INVALID' } });
  if (type === 'local' && !(await isAreaCode(tx, wish.areaId)))
    throw new AppError('VALIDATION', { fields: { areaId: 'AREA_UNKNOWN' } });
}

async function addOne(
  tx: Db,
  deps: AddDeps,
  caller: ParentCaller,
  parent: ParentRow,
  wish: ServiceWish & { type: AccountType },
): Promise<AddedService> {
  const { type } = wish;
  const product =
    type === 'egnyte' && !parent.is_egnyte
      ? undefined
      : await findProduct(tx, parent.brand_id, type, wish.productName);
  if (!product) throw new AppError('NO_PRODUCT');
  const number = type === 'custom' ? null : await numberFor(tx, type, wish.areaId);
  if (type === 'custom' && (await isNumberKnown(tx, wish.number))) throw inUse(wish.number);
  const id = await openAccount(tx, deps, {
    brandId: parent.brand_id,
    parentId: parent.id,
    faxNumber: number,
    pendingNumber: type === 'custom' ? wish.number : null,
    email: wish.email,
    passwordHash: null,
    options: '',
    monthLimit: null,
    hipaa: product.hipaa,
    tour: 0,
    type,
    productId: product.id,
    language: parent.language,
    by: { actor: { kind: 'parent', id: caller.parentId }, address: caller.address },
  });
  if (!(await takeSlot(tx, parent.id, id, wish.slotId)))
    throw new AppError('LIMIT_REACHED', { sentence: 'SERVICE_LIMIT_REACHED' });
  if (number === null) await orderNumber(tx, deps, parent, { id, ...wish });
  await deps.queueMail(tx, {
    template: 'service-added',
    brandId: parent.brand_id,
    to: parent.email,
    language: parent.language,
    params: { name: formatFaxNumber(number ?? wish.number) ?? wish.email },
    path: '/multifax/configure-fax-accounts',
  });
  return { id, number };
}

/** A number of the pool; null: a toll-free one has to be ordered. */
async function numberFor(
  tx: Db,
  type: Exclude<AccountType, 'custom'>,
  areaId: string,
): Promise<string | null> {
  const wishes: Record<typeof type, NumberWish> = {
    local: { areaCode: areaId },
    tollfree: { kind: 'tollfree' },
    egnyte: { kind: 'local' },
  };
  const taken = await takeNumber(tx, wishes[type]);
  if (taken.kind === 'ok') return taken.number;
  if (type === 'tollfree') return null;
  throw new AppError('POOL_EMPTY');
}

async function orderNumber(
  tx: Db,
  deps: AddDeps,
  parent: ParentRow,
  wish: { id: number; type: AccountType; number: string; email: string },
): Promise<void> {
  const port = wish.type === 'custom';
  const order = await insertPortOrder(tx, {
    accountId: wish.id,
    digits: port ? wish.number : null,
    kind: port ? 'port' : 'tollfree',
  });
  // Two who ask for the same number at once: the other one was first.
  if (order === undefined) throw inUse(wish.number);
  await deps.queueMail(tx, {
    template: 'port-order',
    brandId: parent.brand_id,
    to: deps.operatorEmail,
    language: 'en',
    params: {
      name: port ? (formatFaxNumber(wish.number) ?? '') : 'any toll-free number',
      order,
      account: wish.id,
      customer: parent.username,
    },
  });
}

function inUse(number: string): AppError {
  return new AppError('NUMBER_IN_USE', {
    params: { number: formatFaxNumber(number) ?? '' },
    fields: { faxnumber: 'NUMBER_IN_USE' },
  });
}
