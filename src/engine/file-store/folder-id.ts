import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

/** The name of a folder, kept in a file in it: it stays the same over restarts, and moves along. Whoever comes first makes it up. */
export async function readFolderId(file: string): Promise<string> {
  await writeFile(file, randomBytes(9).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch(
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    },
  );
  return await readFile(file, 'utf8');
}
