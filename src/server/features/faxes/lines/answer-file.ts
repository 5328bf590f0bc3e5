import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { NumberAnswer } from './lines.store.ts';

/**
 * Writes the table that the scripts of a fax server answer calls with: `open` or `full` on the first line, then the
 * number, station id and refused callers of each account, separated by tabs. The file is replaced atomically.
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
