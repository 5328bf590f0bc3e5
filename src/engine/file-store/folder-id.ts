import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

/** The ID of a folder, stored in a file in it, so that it survives restarts and moves. The first process creates it. */
export async function readFolderId(file: string): Promise<string> {
  await writeFile(file, randomBytes(9).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch(
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    },
  );
  return await readFile(file, 'utf8');
}
