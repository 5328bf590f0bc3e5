import type { Db } from '#engine/database/port.ts';

/** A product that accounts are sold as (spec data-model 2). */
export interface StoredProduct {
  id: number;
  brandId: number;
  code: string;
  type: 'tollfree' | 'local' | 'custom' | 'egnyte' | 'single';
  name: string;
  /** Pages per month; null: the installation's own limit. */
  monthLimit: number | null;
  overage: 'block' | 'bill' | 'none';
  /** Daily sending limits of its accounts; null: those of the installation. */
  dayCalls: number | null;
  dayPages: number | null;
  dayPerNumber: number | null;
  hipaa: boolean;
  active: boolean;
  parentView: boolean;
  /** Whether the text of its accounts' faxes is recognized. */
  readText: boolean;
}

/** The fields of a product that may be changed. */
export type ProductColumns = Partial<Omit<StoredProduct, 'id' | 'brandId' | 'code' | 'type'>>;

/** Returns products, by brand: all, those of a brand, or one. */
export async function readProducts(
  db: Db,
  { brandId, id }: { brandId?: number | undefined; id?: number } = {},
): Promise<StoredProduct[]> {
  return await db
    .selectFrom('product')
    .select(['id', 'brand_id as brandId', 'code', 'type', 'name', 'month_limit as monthLimit', 'overage'])
    .select(['day_calls as dayCalls', 'day_pages as dayPages', 'day_per_number as dayPerNumber'])
    .select(['hipaa', 'active', 'parent_view as parentView', 'read_text as readText'])
    .$if(brandId !== undefined, (query) => query.where('brand_id', '=', brandId ?? 0))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('brand_id')
    .orderBy('id')
    .execute();
}

/** Adds a product; returns undefined if its brand already has one with the code, or there is no such brand. */
export async function insertProduct(
  tx: Db,
  product: Pick<StoredProduct, 'brandId' | 'code' | 'type' | 'name'> & ProductColumns,
): Promise<number | undefined> {
  const { brandId, code, type, name, ...columns } = product;
  const row = await tx
    .insertInto('product')
    .columns(['brand_id', 'code', 'type', 'name'])
    .expression((eb) =>
      eb
        .selectFrom('brand')
        .select((inner) => [
          'id',
          inner.val(code).as('code'),
          inner.val(type).as('type'),
          inner.val(name).as('name'),
        ])
        .where('id', '=', brandId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) await updateProduct(tx, row.id, columns);
  return row?.id;
}

/** Changes a product; returns false if there is none with the id. */
export async function updateProduct(tx: Db, id: number, columns: ProductColumns): Promise<boolean> {
  const { name, monthLimit, overage, hipaa, active, parentView, readText } = columns;
  const { dayCalls, dayPages, dayPerNumber } = columns;
  const set = {
    ...(name !== undefined && { name }),
    ...(monthLimit !== undefined && { month_limit: monthLimit }),
    ...(overage !== undefined && { overage }),
    ...(dayCalls !== undefined && { day_calls: dayCalls }),
    ...(dayPages !== undefined && { day_pages: dayPages }),
    ...(dayPerNumber !== undefined && { day_per_number: dayPerNumber }),
    ...(hipaa !== undefined && { hipaa }),
    ...(active !== undefined && { active }),
    ...(parentView !== undefined && { parent_view: parentView }),
    ...(readText !== undefined && { read_text: readText }),
  };
  if (Object.keys(set).length === 0) return true;
  const row = await tx
    .updateTable('product')
    .set(set)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
