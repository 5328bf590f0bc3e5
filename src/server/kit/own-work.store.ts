import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { actingPerson } from './acting-person.ts';

/**
 * The person whose request may reach only the faxes, drafts and files that they made themselves (role `sender`); null:
 * the request may reach those of everybody on the account. Stores ask here, so that no caller can forget to say it.
 */
export function onlyPerson(): number | null {
  const person = actingPerson();
  return person?.role === 'sender' ? person.id : null;
}

/** The condition for that on a column with the person who made the row (A-PEOPLE-12). */
export function madeByCaller(column: string): RawBuilder<boolean> {
  const only = onlyPerson();
  return only === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${only}`;
}

/** Who makes a row now: the acting person, or null for the account's own login, programs and jobs. */
export function maker(): number | null {
  return actingPerson()?.id ?? null;
}
