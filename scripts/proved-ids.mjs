/** @typedef {import('./kept-results.mjs').KeptRun} KeptRun */
/**
 * A row of a table in docs/. `surface` is empty if the table has none.
 * @typedef {{ id: string, area: string, text: string, surface: string }} Promised
 */
/**
 * A row of docs/proof-parts.tsv: a test in `file` whose title contains `title` must prove `part` of the row.
 * @typedef {{ id: string, file: string, title: string, part: string }} Part
 */
/**
 * The result of a test that names an id.
 * @typedef {{ suite: string, file: string, title: string, state: string }} Proof
 */

const ID = /\[([A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+)\]/gu;

/** @param {string} table tab-separated, the first line names the columns @returns {Record<string, string>[]} */
function readTable(table) {
  const [head = '', ...lines] = table.split('\n').filter((line) => line.trim() !== '');
  const columns = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']));
  });
}

/**
 * Reads the rows of a table in docs/. Fault rows have no area: the middle of their id is the area. Attacks and faults
 * keep their letter, because requirement areas may have the same name.
 * @param {string} table @returns {Promised[]}
 */
export function readPromises(table) {
  return readTable(table).map(({ id = '', area = '', surface = '', requirement, entry, step }) => {
    const family = /^([AF]-[A-Za-z0-9]+)-/u.exec(id)?.[1];
    return { id, area: family ?? area, text: requirement ?? entry ?? step ?? '', surface };
  });
}

/** Reads the rows of docs/proof-parts.tsv. @param {string} table @returns {Part[]} */
export function readParts(table) {
  return readTable(table).map(({ id = '', file = '', title = '', part = '' }) => ({ id, file, title, part }));
}

/**
 * Returns the ids in the titles of tests: `test('[INBOX-03] …'`; one title may contain several. Only calls of the test
 * runner count, not comments or other strings.
 * @param {string} source @returns {string[]}
 */
export function namedIn(source) {
  const titles = source.matchAll(
    /\b(?:test|it|describe)(?:\.[A-Za-z]+(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?)*\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/gu,
  );
  return [...titles].flatMap(([, single, double, template]) => idsIn(single ?? double ?? template ?? ''));
}

/** @param {string} title @returns {string[]} */
function idsIn(title) {
  return [...title.matchAll(ID)].map(([, id]) => id ?? '');
}

/**
 * Returns the tests that name each id, over the last run of every suite.
 * @param {readonly KeptRun[]} runs @returns {Map<string, Proof[]>}
 */
export function proofsOf(runs) {
  /** @type {Map<string, Proof[]>} */
  const proofs = new Map();
  for (const { suite, results } of runs)
    for (const { file, title, state } of results)
      for (const id of new Set(idsIn(title)))
        proofs.set(id, [...(proofs.get(id) ?? []), { suite, file, title, state }]);
  return proofs;
}

/**
 * Returns the reasons why a row is not proved; empty if it is. Every test that names it must have passed, and so must
 * at least one in every file that names it, one for every part in docs/proof-parts.tsv and, if the row is about both
 * sides, one on each.
 * @param {Promised} promised
 * @param {{ proofs: readonly Proof[], files: readonly string[], parts: readonly Part[] }} known `files` name the id in their source
 * @returns {string[]}
 */
export function lacks({ surface }, { proofs, files, parts }) {
  if (proofs.length === 0 && files.length === 0) return ['no test names it'];
  const passed = proofs.filter(({ state }) => state === 'passed');
  const reasons = proofs
    .filter(({ state }) => state !== 'passed')
    .map(({ suite, file, title, state }) => `${state} (${suite}): ${file}: ${title}`);
  for (const file of files)
    if (!proofs.some((proof) => proof.file === file)) reasons.push(`not run: ${file}`);
  for (const { file, title, part } of parts)
    if (!passed.some((proof) => proof.file === file && proof.title.includes(title)))
      reasons.push(`no test that passed proves a part: ${part} (${file}${title && `: ${title}`})`);
  if (reasons.length === 0 && surface === 'both') reasons.push(...sideMissing(passed));
  return reasons;
}

/**
 * Returns the sides without proof. Only browser tests run pages and server together; other tests of the web client have
 * no server, and those of the server have no page.
 * @param {readonly Proof[]} passed
 */
function sideMissing(passed) {
  if (passed.some(({ file }) => /^test\/(?:e2e|screenshots)\//u.test(file))) return [];
  const sides = new Set(passed.map(({ file }) => file.startsWith('src/web/')));
  return [
    ...(sides.has(true) ? [] : ['no test that passed proves it in the web client']),
    ...(sides.has(false) ? [] : ['no test that passed proves it on the server']),
  ];
}

/**
 * Counts the proved rows per area, and lists what the others lack.
 * @param {readonly Promised[]} promises @param {(promised: Promised) => readonly string[]} lacking
 */
export function tally(promises, lacking) {
  /** @type {Map<string, { area: string, total: number, proved: number, unproved: { id: string, why: readonly string[] }[] }>} */
  const areas = new Map();
  for (const promised of promises) {
    const { id, area } = promised;
    const entry = areas.get(area) ?? { area, total: 0, proved: 0, unproved: [] };
    areas.set(area, entry);
    entry.total += 1;
    const why = lacking(promised);
    if (why.length === 0) entry.proved += 1;
    else entry.unproved.push({ id, why });
  }
  return [...areas.values()];
}
