/** @typedef {{ id: string, area: string, text: string }} Promised */

/**
 * Rows of a table in docs/: tab-separated, the first line names the columns, the first column is the id.
 * Fault rows have no area; the middle of their id is it. Attacks and faults keep their letter, because requirement
 * areas may have the same name.
 * @param {string} table @returns {Promised[]}
 */
export function readPromises(table) {
  const [head = '', ...lines] = table.split('\n').filter((line) => line.trim() !== '');
  const columns = head.split('\t');
  const areaColumn = columns.indexOf('area');
  return lines.map((line) => {
    const cells = line.split('\t');
    const id = cells[0] ?? '';
    const family = /^([AF]-[A-Za-z0-9]+)-/u.exec(id)?.[1];
    return { id, area: family ?? cells[areaColumn] ?? '', text: cells[2] ?? '' };
  });
}

/**
 * Ids in the titles of tests: `test('[INBOX-03] …'`, several may stand in one title. Only calls of the test runner
 * count, not comments and not other strings.
 * @param {string} source @returns {string[]}
 */
export function provedIn(source) {
  const titles = source.matchAll(
    /\b(?:test|it|describe)(?:\.[A-Za-z]+(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?)*\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/gu,
  );
  const ids = [];
  for (const [, single, double, template] of titles) {
    const title = single ?? double ?? template ?? '';
    for (const [, id] of title.matchAll(/\[([A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+)\]/gu)) ids.push(id ?? '');
  }
  return ids;
}

/**
 * Per area: how many rows a test proves, and which none does.
 * @param {readonly Promised[]} promises @param {ReadonlySet<string>} proved
 */
export function tally(promises, proved) {
  /** @type {Map<string, { area: string, total: number, proved: number, unproved: string[] }>} */
  const areas = new Map();
  for (const { id, area } of promises) {
    const entry = areas.get(area) ?? { area, total: 0, proved: 0, unproved: [] };
    areas.set(area, entry);
    entry.total += 1;
    if (proved.has(id)) entry.proved += 1;
    else entry.unproved.push(id);
  }
  return [...areas.values()];
}
