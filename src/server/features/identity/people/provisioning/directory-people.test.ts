import { expect, it } from 'vitest';

import { createTestDatabase } from '#test/test-database.ts';

import { WAYS_IN } from './directory-people.store.ts';

/** Tables of rights and work rather than credentials: they stay with the person when the address changes. */
const NO_WAY_IN = [
  'draft',
  'fax',
  'fax_draft',
  'fax_mention',
  'fax_note',
  'fax_reader',
  'invitation',
  'known_login',
  'membership',
  'scim_user',
];

it('every table about a person is one that a changed address clears, or one that lets nobody in', async () => {
  const database = await createTestDatabase();
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'person_id' order by 1`,
  );
  await database.drop();
  expect(rows.map(({ name }) => name)).toEqual([...WAYS_IN, ...NO_WAY_IN].toSorted());
});
