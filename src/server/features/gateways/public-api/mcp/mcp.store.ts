import type { Db } from '#engine/database/port.ts';

/** Whether a brand lets AI assistants in, and what it is called. */
export async function readMcp(db: Db, brandId: number): Promise<{ mcp: boolean; title: string } | undefined> {
  return await db.selectFrom('brand').select(['mcp', 'title']).where('id', '=', brandId).executeTakeFirst();
}
