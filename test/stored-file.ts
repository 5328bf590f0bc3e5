import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { namesBelow } from './live-folder.ts';

/** Returns the path of a stored file on the disk, for tests that damage it. */
export async function findFile(root: string, key: string): Promise<string> {
  for (const shard of await readdir(join(root, 'files'))) {
    const folder = join(root, 'files', shard);
    const names = await namesBelow(folder);
    if (names.includes(key)) return join(folder, key);
  }
  throw new Error(`there is no file ${key}`);
}
