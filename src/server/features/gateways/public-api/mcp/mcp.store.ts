import type { Db } from '#engine/database/port.ts';

/** Returns whether a brand allows AI assistants, and its title. */
export async function readMcp(db: Db, brandId: number): Promise<{ mcp: boolean; title: string } | undefined> {
  return await db.selectFrom('brand').select(['mcp', 'title']).where('id', '=', brandId).executeTakeFirst();
}
