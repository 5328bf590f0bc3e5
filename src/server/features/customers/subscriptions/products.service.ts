import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import { insertProduct, readProducts, updateProduct } from './products.store.ts';
import type { ProductColumns, StoredProduct } from './products.store.ts';

export type { ProductColumns, StoredProduct } from './products.store.ts';

/** A code appears in URLs and files, so it is plain. */
const CODE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;
const NAME_MAX = 80;

/** The result of an operator's change; `reason` is a sentence to show. */
export type ProductChange = { kind: 'ok'; product: StoredProduct } | { kind: 'refused'; reason: string };

/** Returns products, all or of one brand. */
export async function listProducts(database: Database, brandId?: number): Promise<StoredProduct[]> {
  return await readProducts(database.db, { brandId });
}

/** Returns the active product of a brand with this code. */
export async function findSold(
  database: Pick<Database, 'db'>,
  brandId: number,
  code: string,
): Promise<StoredProduct | undefined> {
  const all = await readProducts(database.db, { brandId });
  return all.find((product) => product.code === code && product.active);
}

/** Adds a product of a brand. A HIPAA product makes its accounts HIPAA accounts from their first day. */
export async function addProduct(
  database: Database,
  product: Parameters<typeof insertProduct>[1],
): Promise<ProductChange> {
  if (!CODE.test(product.code))
    return refused('A code has letters, digits and . _ - only, at most 40 characters.');
  const bad = checkName(product.name);
  if (bad !== null) return refused(bad);
  return await database.transaction(async (tx) => {
    const id = await insertProduct(tx, product);
    if (id === undefined)
      return refused(`There is no brand ${product.brandId}, or it has a product “${product.code}” already.`);
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      action: 'product.add',
      object: `product/${id}`,
      detail: product,
    });
    return await found(tx, id);
  });
}

/**
 * Changes a product. Existing accounts keep their properties, but its limit and its right to view apply to all of them.
 */
export async function setProduct(
  database: Database,
  id: number,
  columns: ProductColumns,
): Promise<ProductChange> {
  const bad = columns.name === undefined ? null : checkName(columns.name);
  if (bad !== null) return refused(bad);
  return await database.transaction(async (tx) => {
    if (!(await updateProduct(tx, id, columns))) return refused(`There is no product ${id}.`);
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      action: 'product.set',
      object: `product/${id}`,
      detail: columns,
    });
    return await found(tx, id);
  });
}

async function found(tx: Database['db'], id: number): Promise<ProductChange> {
  const [product] = await readProducts(tx, { id });
  return product ? { kind: 'ok', product } : refused(`There is no product ${id}.`);
}

function checkName(name: string): string | null {
  if (name.trim() === '') return 'A name has at least one character.';
  return name.length > NAME_MAX ? `A name has at most ${NAME_MAX} characters.` : null;
}

function refused(reason: string): { kind: 'refused'; reason: string } {
  return { kind: 'refused', reason };
}
