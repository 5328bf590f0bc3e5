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
import type { NumberChoice } from '#server/features/customers/accounts/accounts.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { once } from '#server/features/faxes/idempotency/idempotency.service.ts';
import type { IdempotencyKey } from '#server/features/faxes/idempotency/idempotency.service.ts';
import { isAreaCode } from '#server/features/customers/locations/locations.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { ManagingCaller } from '#server/kit/scope.ts';

import { findProduct, ownsSlot, readAdministrator } from './multifax-accounts.store.ts';
import type { AdministratorRow } from './multifax-accounts.store.ts';

/** Emergency and service codes, which cannot be assigned (A-MULTI-01). */
const SERVICE_CODE = /^[2-9]11|^\d{3}[2-9]11/;

/** Whether a number contains a service code, so that nobody can have it. */
export function isServiceCode(number: string): boolean {
  return SERVICE_CODE.test(number);
}

/** The fields of an administrator's request. */
export interface ServiceInput {
  email: string;
  productType: string;
  productName: string;
  /** The number to port. */
  number: string;
  areaId: string;
  /** As the client sends it; the session decides. */
  parentId: number | null;
  slotId: number | null;
}

/** Dependencies of adding. */
export interface AddDeps {
  database: Database;
  node: string;
  zone: string;
  queueMail: QueueMail;
  /** The mail address for orders for numbers. */
  operatorEmail: string;
}

/** The new account. */
export interface AddedService {
  id: number;
  number: string | null;
}

/** Returns a kind of account. Throws NO_PRODUCT for one that is never sold. */
export function typeOf(written: string): AccountType {
  const type = ACCOUNT_TYPES.find((known) => known === written);
  if (!type) throw new AppError('NO_PRODUCT');
  return type;
}

/**
 * Adds an account of the administrator, once for each key: service, number or order, account, mails and audit row in one
 * transaction (spec http-api 8.6). Throws IDEMPOTENCY_MISMATCH, LIMIT_REACHED, POOL_EMPTY, NUMBER_IN_USE, NO_PRODUCT, VALIDATION; NOT_FOUND for ids of others.
 */
export async function addService(
  deps: AddDeps,
  caller: ManagingCaller,
  input: ServiceInput,
  key?: IdempotencyKey,
): Promise<AddedService> {
  const { parentId } = caller;
  const add = async (tx: Db) => await addServiceIn(tx, deps, caller, input);
  return await deps.database.transaction(
    async (tx) => (await once(tx, { parentId }, key, async () => await add(tx))).answer,
  );
}

/** Like `addService`, in the caller's transaction. */
export async function addServiceIn(
  tx: Db,
  deps: AddDeps,
  caller: ManagingCaller,
  input: ServiceInput,
): Promise<AddedService> {
  if (input.parentId !== null && input.parentId !== Number(caller.parentId)) throw new AppError('NOT_FOUND');
  const type = typeOf(input.productType);
  await checkInput(tx, type, input);
  const parent = await readAdministrator(tx, caller.parentId);
  if (!parent) throw new AppError('NOT_FOUND');
  if (input.slotId !== null && !(await ownsSlot(tx, caller.parentId, input.slotId)))
    throw new AppError('NOT_FOUND');
  return await addOne(tx, deps, caller, parent, { ...input, type });
}

async function checkInput(tx: Db, type: AccountType, input: ServiceInput): Promise<void> {
  if (type === 'custom' && (!isNanp(input.number) || isServiceCode(input.number)))
    throw new AppError('VALIDATION', { fields: { faxnumber: 'NUMBER_INVALID' } });
  if (type === 'local' && !(await isAreaCode(tx, input.areaId)))
    throw new AppError('VALIDATION', { fields: { areaId: 'AREA_UNKNOWN' } });
}

async function addOne(
  tx: Db,
  deps: AddDeps,
  caller: ManagingCaller,
  parent: AdministratorRow,
  input: ServiceInput & { type: AccountType },
): Promise<AddedService> {
  const { type } = input;
  const product =
    type === 'egnyte' && !parent.is_egnyte
      ? undefined
      : await findProduct(tx, parent.brand_id, type, input.productName);
  if (!product) throw new AppError('NO_PRODUCT');
  const number = type === 'custom' ? null : await numberFor(tx, type, input.areaId);
  if (type === 'custom' && (await isNumberKnown(tx, input.number))) throw inUse(input.number);
  const id = await openAccount(tx, deps, {
    brandId: parent.brand_id,
    parentId: parent.id,
    faxNumber: number,
    pendingNumber: type === 'custom' ? input.number : null,
    email: input.email,
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
  if (!(await takeSlot(tx, parent.id, id, input.slotId)))
    throw new AppError('LIMIT_REACHED', { sentence: 'SERVICE_LIMIT_REACHED' });
  if (number === null) await orderNumber(tx, deps, parent, { id, ...input });
  await deps.queueMail(tx, {
    template: 'service-added',
    brandId: parent.brand_id,
    to: parent.email,
    language: parent.language,
    params: { name: formatFaxNumber(number ?? input.number) ?? input.email },
    path: '/multifax/configure-fax-accounts',
  });
  return { id, number };
}

/** Takes a number from the pool; returns null if a toll-free one has to be ordered. */
async function numberFor(
  tx: Db,
  type: Exclude<AccountType, 'custom'>,
  areaId: string,
): Promise<string | null> {
  const inputs: Record<typeof type, NumberChoice> = {
    local: { areaCode: areaId },
    tollfree: { kind: 'tollfree' },
    egnyte: { kind: 'local' },
  };
  const taken = await takeNumber(tx, inputs[type]);
  if (taken.kind === 'ok') return taken.number;
  if (type === 'tollfree') return null;
  throw new AppError('POOL_EMPTY');
}

async function orderNumber(
  tx: Db,
  deps: AddDeps,
  parent: AdministratorRow,
  input: { id: number; type: AccountType; number: string; email: string },
): Promise<void> {
  const port = input.type === 'custom';
  const order = await insertPortOrder(tx, {
    accountId: input.id,
    digits: port ? input.number : null,
    kind: port ? 'port' : 'tollfree',
  });
  // Two requests for the same number at once: the other one came first.
  if (order === undefined) throw inUse(input.number);
  await deps.queueMail(tx, {
    template: 'port-order',
    brandId: parent.brand_id,
    to: deps.operatorEmail,
    language: 'en',
    params: {
      name: port ? (formatFaxNumber(input.number) ?? '') : 'any toll-free number',
      order,
      account: input.id,
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
