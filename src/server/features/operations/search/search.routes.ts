import { JOB_STATES } from '#contract/faxes/queue.admin.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import { FOUND_MAX, operatorSearch } from '#contract/operations/search.admin.ts';
import type { Database } from '#engine/database/port.ts';
import { readLines } from '#server/features/faxes/lines/lines.service.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import { findAccounts, findFaxes, findAdministrators } from './search.store.ts';
import type { SearchTerms } from './search.store.ts';

/** Fewer digits match too many numbers; a shorter input can still be an id. */
const LEAST_DIGITS = 3;

const NOTHING = { accounts: [], faxes: [], parents: [], lines: [] };

/** Mounts the search over everything that an operator may see. `zone` is the server zone. */
export function mountSearch(app: App, { database, zone }: { database: Database; zone: string }): void {
  mount(app, operatorSearch, async ({ query }) => {
    const terms = readTerms(query.search);
    if (terms === null) return NOTHING;
    const { db } = database;
    const [accounts, faxes, parents, lines] = await Promise.all([
      findAccounts(db, terms, FOUND_MAX),
      findFaxes(db, terms, FOUND_MAX),
      findAdministrators(db, terms, FOUND_MAX),
      readLines(db),
    ]);
    return {
      accounts: accounts.map(({ id, ...account }) => ({ ...account, uid: String(id) })),
      faxes: faxes.map(({ id, to, state, createdAt }) => ({
        id: String(id),
        to,
        state: JOB_STATES.find((known) => known === state) ?? 'QUEUED',
        createdAt: formatWireTime(createdAt, zone),
      })),
      parents: parents.map((parent) => ({ ...parent, id: String(parent.id) })),
      lines: lines
        .filter(({ name }) => name.includes(terms.words))
        .slice(0, FOUND_MAX)
        .map(({ name, kind }) => ({ name, kind })),
    };
  });
}

/**
 * Parses the input, which can be an id (`17`, `#17`), the beginning of a number in any notation, a name or an address.
 */
function readTerms(typed: string): SearchTerms | null {
  const words = typed.trim().toLowerCase();
  if (words === '') return null;
  const id = /^#?(\d{1,15})$/.exec(words)?.[1];
  const number = /^[\d\s()+./-]+$/.test(words) ? words.replaceAll(/\D/g, '') : '';
  const digits = number.replace(/^1(?=\d{10}$)/, '');
  return {
    words,
    id: id === undefined ? null : Number(id),
    digits: digits.length >= LEAST_DIGITS ? digits : null,
  };
}
