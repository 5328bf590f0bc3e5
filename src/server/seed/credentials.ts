import { randomInt } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { passwordFault } from '#contract/kit/password-rules.ts';

/** Thrown when F2E_DEMO_PASSWORD cannot be used; the message is shown as it is. */
export class DemonstrationRefusal extends Error {
  override readonly name = 'DemonstrationRefusal';
}

/** Characters that nobody confuses when reading them off a screen. */
const GROUPS = ['abcdefghjkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '-+=?%'] as const;

/**
 * 16 characters from 60 are 94 bits: no guess finds such a password, nor does a list of common defaults (A-AUTH-28).
 */
const PASSWORD_LENGTH = 16;

/** Returns the path of the file with the logins of the demonstration. */
export function credentialsFile(dataDir: string): string {
  return join(dataDir, 'demo-credentials.txt');
}

/** Reads the logins from that file, in order, with their passwords. */
export async function readCredentials(dataDir: string): Promise<Map<string, string>> {
  const written = await readFile(credentialsFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return new Map(
    [...written.matchAll(/^(\S+) (.+)$/gmu)].map(([, login = '', password = '']) => [login, password]),
  );
}

/**
 * Returns the password for new logins: the given one, else the one that an earlier start wrote to the file, else a new
 * one.
 */
export function choosePassword(
  given: string,
  known: ReadonlyMap<string, string>,
): { password: string; fresh: boolean } {
  if (given !== '') {
    if (passwordFault(given) === null) return { password: given, fresh: false };
    throw new DemonstrationRefusal(
      'F2E_DEMO_PASSWORD must have 8 to 32 characters with a lower-case letter, an upper-case letter, a number and a symbol.',
    );
  }
  const [written] = known.values();
  return written === undefined
    ? { password: randomPassword(), fresh: true }
    : { password: written, fresh: false };
}

/** Writes the logins to the file, readable by the owner only, and atomically. */
export async function writeCredentials(dataDir: string, logins: ReadonlyMap<string, string>): Promise<void> {
  const file = credentialsFile(dataDir);
  const lines = [...logins].map(([login, password]) => `${login} ${password}\n`).join('');
  await writeFile(`${file}.new`, lines, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Creates a password with one character of each group, the rest from all groups, in random order. */
function randomPassword(): string {
  const all = GROUPS.join('');
  const letters = GROUPS.map(pick);
  while (letters.length < PASSWORD_LENGTH) letters.push(pick(all));
  for (let index = letters.length - 1; index > 0; index -= 1) {
    const other = randomInt(index + 1);
    [letters[index], letters[other]] = [letters[other] ?? '', letters[index] ?? ''];
  }
  return letters.join('');
}

function pick(letters: string): string {
  return letters.charAt(randomInt(letters.length));
}
