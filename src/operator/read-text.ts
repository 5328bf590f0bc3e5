import { readFile } from 'node:fs/promises';

import { CommandRefusal } from './refusal.ts';

/** Reads a text file named on the command line. Throws CommandRefusal with a sentence. */
export async function readText(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandRefusal(`“${file}” can’t be read.`, { cause: error });
  });
}
