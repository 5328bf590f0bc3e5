import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { actingPerson } from './acting-person.ts';

/**
 * Returns the person whose request may reach only the faxes, drafts and files that they made themselves (role
 * `sender`); null if the request may reach those of everybody on the account. Stores call this themselves, so that no
 * caller can forget to pass it.
 */
export function onlyPerson(): number | null {
  const person = actingPerson();
  return person?.role === 'sender' ? person.id : null;
}

/** Returns that condition for a column that holds the person who made the row (A-PEOPLE-12). */
export function madeByCaller(column: string): RawBuilder<boolean> {
  const only = onlyPerson();
  return only === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${only}`;
}

/** Returns the maker of a new row: the acting person, or null for the account's own login, programs and jobs. */
export function maker(): number | null {
  return actingPerson()?.id ?? null;
}
