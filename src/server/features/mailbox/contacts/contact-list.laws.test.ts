import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { CONTACT_SEARCHED, CONTACT_TABLE } from '#contract/mailbox/contacts.ts';
import { parseTableQuery } from '#contract/kit/table-query.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount } from '#test/factories.ts';
import { LAWS, expectLaw } from '#test/laws.ts';
import { names as name } from '#test/naive-list.ts';
import { folded } from '#test/paged-lists.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { listContacts } from './contact-list.store.ts';

describe('laws of searches of contacts', LAWS, () => {
  let test: TestDatabase;
  let account: AccountId;

  beforeAll(async () => {
    test = await createTestDatabase();
    account = (await makeAccount(test.db)).id;
  });
  afterAll(async () => await test.drop());

  it('a search of contacts finds what reading everything finds', async () => {
    const contact = fc.record({
      to_person: name,
      company: name,
      fax_number: fc.constantFrom('', '2125550142', '6461205550'),
      host: fc.constantFrom('paper.example', 'ACME.example'),
    });
    const asked = fc.record({
      words: fc.array(fc.oneof(name, fc.constantFrom('acme.', '@p', '(212)', '555', 'o', '_', 'i')), {
        maxLength: 2,
      }),
      columns: fc.subarray([...CONTACT_SEARCHED], { minLength: 1 }),
    });
    const law = fc.asyncProperty(
      fc.uniqueArray(contact, { maxLength: 12, selector: ({ fax_number, host }) => fax_number || host }),
      asked,
      async (contacts, { words, columns }) => {
        await test.db.deleteFrom('contact').execute();
        const rows = contacts.map(({ host, ...one }, index) => ({
          ...one,
          account_id: account,
          email: `${index}@${host}`,
        }));
        const stored =
          rows.length === 0
            ? []
            : await test.db
                .insertInto('contact')
                .values(rows)
                .returning(['id', 'to_person', 'company', 'fax_number as faxnum', 'email'])
                .execute();
        const written = words.join(' ').slice(0, 16).split(/\s+/).filter(Boolean);
        const parsed = parseTableQuery({ 'search[value]': written.join(' ') }, CONTACT_TABLE);
        const list = await listContacts(test.db, account, {
          sort: [{ by: 'to_person', dir: 'asc' }],
          start: 0,
          length: 100,
          words: parsed.kind === 'ok' ? parsed.query.search : [],
          columns,
          notEmpty: [],
        });
        const found = stored.filter((row) =>
          written.every((one) =>
            columns.some((column) =>
              column === 'faxnum'
                ? /\d/.test(one) && /^[\d+().-]+$/.test(one) && row.faxnum.includes(one.replaceAll(/\D/g, ''))
                : folded(row[column]).includes(folded(one)),
            ),
          ),
        );
        expect([written, list.rows.map(({ id }) => id).toSorted((a, b) => a - b)]).toEqual([
          written,
          found.map(({ id }) => id),
        ]);
      },
    );
    await expectLaw(law, 100);
  });
});
