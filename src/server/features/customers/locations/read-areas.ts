import { readCsvRows } from '#server/kit/csv-rows.ts';

import type { AddedArea } from './locations.store.ts';

/** There are at most 800 area codes (North American Numbering Plan): a file with more lines is something else. */
const MAX_LINES = 1_000;

/** Maximum length of a name that a list shows in full. */
const MAX_NAME = 60;

/** The areas of a file, or a sentence that names the faulty line. */
export type AreasRead = { kind: 'ok'; areas: AddedArea[] } | { kind: 'refused'; reason: string };

/** Reads `state,area code,name`, with or without a line of headings; if a code occurs twice, the later line counts. */
export function readAreas(text: string): AreasRead {
  const rows = readCsvRows(text, { most: MAX_LINES + 1, maxRow: 1_024 });
  if (rows === null) return refused('The file is no CSV file.');
  if (/^state$/iu.test(rows[0]?.record[0] ?? '')) rows.shift();
  if (rows.length === 0) return refused('The file has no areas.');
  if (rows.length > MAX_LINES) return refused(`The file has more than ${MAX_LINES} lines.`);
  const areas = new Map<string, AddedArea>();
  for (const { record, info } of rows) {
    const [state = '', code = '', name = ''] = record;
    if (state === '' || state.length > MAX_NAME || name === '' || name.length > MAX_NAME)
      return refused(`Line ${info.lines} names no state and place of up to ${MAX_NAME} characters.`);
    if (!/^[2-9]\d{2}$/u.test(code)) return refused(`Line ${info.lines} has no area code of three digits.`);
    areas.set(code, { state, code, name });
  }
  return { kind: 'ok', areas: [...areas.values()] };
}

function refused(reason: string): AreasRead {
  return { kind: 'refused', reason };
}
