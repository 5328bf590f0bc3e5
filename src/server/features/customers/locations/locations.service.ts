import type { Database, Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import { isAddedArea, putAreas, putStates, readAddedAreas, readAddedStates } from './locations.store.ts';
import { readAreas } from './read-areas.ts';
import { STATES } from './us-area-codes.ts';
import type { State } from './us-area-codes.ts';

const BUILT_IN = new Set(STATES.flatMap(({ areas }) => areas.map(({ code }) => code)));
const BUILT_IN_NAMES = new Set(STATES.map(({ name }) => name));

/** The result of an import; `reason` is a sentence to show. */
export type AreasImported = { kind: 'ok'; areas: number } | { kind: 'refused'; reason: string };

/** Returns all states with their areas: the built-in ones and the operator's, which take precedence. */
export async function listLocations(db: Db): Promise<State[]> {
  const [added, ids] = await Promise.all([readAddedAreas(db), readAddedStates(db)]);
  if (added.length === 0) return [...STATES];
  const moved = new Set(added.map(({ code }) => code));
  const states = new Map(
    STATES.map((state) => [
      state.name,
      { ...state, areas: state.areas.filter(({ code }) => !moved.has(code)) },
    ]),
  );
  for (const { state, code, name } of added) {
    const known = states.get(state) ?? { id: ids.get(state) ?? '', name: state, areas: [] };
    states.set(state, { ...known, areas: [...known.areas, { code, name }] });
  }
  return [...states.values()]
    .filter(({ areas }) => areas.length > 0)
    .map((state) => ({ ...state, areas: state.areas.toSorted((a, b) => (a.code < b.code ? -1 : 1)) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether a local number can be requested in this area. */
export async function isAreaCode(db: Db, code: string): Promise<boolean> {
  return BUILT_IN.has(code) || (await isAddedArea(db, code));
}

/** Returns all area codes for which a local number can be requested. */
export async function listAreaCodes(db: Db): Promise<ReadonlySet<string>> {
  return new Set([...BUILT_IN, ...(await readAddedAreas(db)).map(({ code }) => code)]);
}

/** Imports a file `state,area code,name`, all of it or nothing; a known code gets its new place. */
export async function importLocations(database: Database, text: string): Promise<AreasImported> {
  const read = readAreas(text);
  if (read.kind === 'refused') return read;
  const names = new Set(read.areas.map(({ state }) => state));
  await database.transaction(async (tx) => {
    await putStates(
      tx,
      [...names].filter((name) => !BUILT_IN_NAMES.has(name)),
    );
    await putAreas(tx, read.areas);
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      action: 'location.import',
      detail: { codes: read.areas.map(({ code }) => code) },
    });
  });
  return { kind: 'ok', areas: read.areas.length };
}
