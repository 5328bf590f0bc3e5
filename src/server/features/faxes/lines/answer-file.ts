import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { NumberAnswer } from './lines.store.ts';

/**
 * Writes the table that the scripts of a fax server answer calls with: `open` or `full` in its first line, then number,
 * station id and refused callers of each account, apart by tabs. It appears whole or not at all.
 */
export async function writeAnswerFile(
  folder: string,
  answers: readonly NumberAnswer[],
  open: boolean,
): Promise<void> {
  const rows = answers.map(({ number, stationId, blocked }) =>
    [number, stationId, blocked.join(',')].join('\t'),
  );
  const draft = join(folder, `answers.${process.pid}`);
  await writeFile(draft, `${[open ? 'open' : 'full', ...rows].join('\n')}\n`, { mode: 0o640 });
  await rename(draft, join(folder, 'answers'));
}
