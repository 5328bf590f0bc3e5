import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

/**
 * Returns the ID of a folder. It is stored in a file inside the folder, so that it survives restarts and moves; the
 * first process creates it.
 */
export async function readFolderId(file: string): Promise<string> {
  await writeFile(file, randomBytes(9).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch(
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    },
  );
  return await readFile(file, 'utf8');
}
