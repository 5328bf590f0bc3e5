import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { RUNS_ON, commandsOf, listPages, words } from './docs-commands.ts';
import { makeAccount } from './factories.ts';
import { createOperatorRig } from './operator-rig.ts';
import type { OperatorRig } from './operator-rig.ts';

const ROOT = join(import.meta.dirname, '..');
const TEMPLATES = join(ROOT, 'src/server/features/faxes/compose/cover-pages/templates');

/** Files that the pages name, with typical content. */
const FILES: Record<string, string | { from: string }> = {
  'customers.csv': 'number,email\n2125550391,one@example.com\n',
  'numbers.csv': 'number\n2125550392\n',
  'areas.csv': 'state,area code,name\nPuerto Rico,787,San Juan\n',
  'words.json': '{}',
  'words.txt': 'A new fax\n\nThere is a new fax for you.\n\n{{link}}\n',
  'letter.pdf': 'no fax is sent from here',
  'logo.svg': { from: join(ROOT, 'brands/default/favicon.svg') },
  'northwind.typ': { from: join(TEMPLATES, 'classic.typ') },
};

/** These change the machine that they run on. */
const ELSEWHERE = /^line hylafax install-hooks|^line add .*--install/u;

/** The highest id in the examples. */
const ACCOUNTS = 13;

let rig: OperatorRig;

beforeAll(async () => {
  rig = await createOperatorRig();
  for (let n = 0; n < ACCOUNTS; n += 1)
    await makeAccount(rig.database.db, { number: String(2_125_550_100 + n) });
  await rig.database.pool.query(`update account set fax_number = null where id = ${ACCOUNTS}`);
  for (const [name, content] of Object.entries(FILES)) {
    const path = join(rig.folder, name);
    await (typeof content === 'string' ? writeFile(path, content) : copyFile(content.from, path));
  }
});

afterAll(async () => await rig.close());

/** Returns the arguments of a command, with files in the rig's folder. */
function argumentsOf(command: string): string[] {
  return words(command).map((word) => {
    if (word in FILES) return join(rig.folder, word);
    return word.replace('/var/lib/f2e-backups/', `${rig.folder}/`).replace('HOST:PORT', '127.0.0.1:1');
  });
}

it('every command of the pages runs, or says in a sentence what its example lacks here', async () => {
  const all = (await Promise.all((await listPages()).map(commandsOf))).flat();
  const distinct = [...new Set(all.map(({ command }) => command))].filter(
    (one) => !ELSEWHERE.test(one) && !RUNS_ON.test(one),
  );
  const broken: string[] = [];
  const refused: string[] = [];
  for (const command of distinct) {
    // One line for each secret read from stdin.
    const secrets = command.match(/-stdin\b/gu)?.length ?? 1;
    const { status, stderr } = await rig.run(argumentsOf(command), {
      input: 'Right-horse-7\n'.repeat(secrets),
    });
    if (status > 1 || stderr.startsWith('The command failed')) broken.push(`${command}: ${stderr}`);
    else if (stderr !== '') refused.push(`${command}: ${stderr.trim()}`);
  }
  expect(broken).toEqual([]);
  // Examples name objects that do not exist here: faxes, ports, storages.
  expect({ refused, few: refused.length < distinct.length / 3 }).toMatchObject({ few: true });
}, 240_000);
