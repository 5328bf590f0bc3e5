import { readdir } from 'node:fs/promises';

/** The paths of everything below a folder, read again when something in it was removed meanwhile. */
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
