import type { Database } from '#engine/database/port.ts';
import { hashPassword } from '#engine/secrets/passwords.ts';
import { insertAdministrator } from '#server/features/customers/administrators/administrators.service.ts';
import type { Accounts } from '#server/features/customers/accounts/accounts.service.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { addProduct, listProducts } from '#server/features/customers/subscriptions/products.service.ts';

import {
  describeManagedAccount,
  fillServiceSlots,
  findAdministrator,
  sellManagedAccountAs,
} from './administrator.store.ts';
import { SAMPLE_ADMINISTRATOR } from './sample-administrator.ts';

/** Dependencies of making the multifax administrator. */
interface AdministratorDeps {
  database: Database;
  accounts: Accounts;
  node: string;
}

/** Adds the multifax administrator unless one with this user name exists; returns the id. */
export async function provideAdministrator(
  deps: AdministratorDeps,
  brandId: number,
  password: string,
): Promise<number> {
  const { database, node } = deps;
  const known = await findAdministrator(database.db, brandId, SAMPLE_ADMINISTRATOR.username);
  if (known !== undefined) return known;
  const hashed = await hashPassword(password);
  if (hashed.kind === 'busy') throw new Error('too many passwords are being hashed');
  const { username, email, services, pages } = SAMPLE_ADMINISTRATOR;
  return await database.transaction(async (tx) => {
    const id = await insertAdministrator(tx, {
      brandId,
      username,
      email,
      passwordHash: hashed.hash,
      services,
      pages,
      node,
    });
    if (id === undefined) throw new Error(`there is an administrator ${username} already`);
    await writeAudit(tx, { actor: { kind: 'system' }, action: 'parent.add', object: `parent/${id}` });
    return id;
  });
}

/**
 * Adds the account that waits for its number, and assigns every account its service, its product, its secondary emails
 * and its domains.
 */
export async function finishAdministrator(
  deps: AdministratorDeps,
  brandId: number,
  parentId: number,
): Promise<void> {
  const { accounts, database } = deps;
  const { email, pendingNumber } = SAMPLE_ADMINISTRATOR.accountInProcess;
  const children = (await accounts.listAccounts(brandId)).filter((account) => account.parentId === parentId);
  if (!children.some((account) => account.pendingNumber === pendingNumber)) {
    await accounts.addAccount({ brandId, parentId, email, pendingNumber });
  }
  const productId = await provideProduct(database, brandId);
  await database.transaction(async (tx) => {
    await fillServiceSlots(tx, parentId);
    for (const child of SAMPLE_ADMINISTRATOR.children) {
      const id = await sellManagedAccountAs(tx, { parentId, number: child.number, productId });
      // An account that already had the product was described then, and may have been changed since.
      if (id !== undefined) await describeManagedAccount(tx, id, child);
    }
  });
}

async function provideProduct(database: Database, brandId: number): Promise<number> {
  const { code, name } = SAMPLE_ADMINISTRATOR.product;
  const known = (await listProducts(database, brandId)).find((product) => product.code === code);
  if (known) return known.id;
  const added = await addProduct(database, { brandId, code, name, type: 'local', parentView: true });
  if (added.kind === 'refused') throw new Error(added.reason);
  return added.product.id;
}
