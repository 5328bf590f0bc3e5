import { readdir } from 'node:fs/promises';

/** Returns the paths of everything below a folder; reads again if something in it was removed in the meantime. */
export async function namesBelow(folder: string): Promise<string[]> {
  for (;;) {
    try {
      return await readdir(folder, { recursive: true });
    } catch (error) {
      const { code, path } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' || path === folder) throw error;
    }
  }
}
