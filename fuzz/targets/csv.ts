import { MAX_IMPORT_BYTES, MAX_IMPORT_LINES } from '../../src/contract/mailbox/contacts.ts';
import { planImport } from '../../src/server/features/mailbox/contacts/import-contacts.ts';
import { readLines, splitLines } from '../../src/server/features/mailbox/contacts/import-lines.ts';
import { readImportLines } from '../../src/server/features/customers/accounts/import-lines.ts';
import { readBulkLines } from '../../src/server/features/customers/administrators/accounts/bulk-lines.ts';
import { AppError } from '../../src/server/kit/app-error.ts';
import type { FuzzTarget } from '../target.ts';
import { holds, seed } from '../target.ts';

const AREAS = new Set(['212', '310']);

/** Maximum length of a text in the two smaller imports (BULK_MAX_CHARS). */
const BULK_CHARS = 128 * 1024;

/** Files of contacts and accounts: CSV in all variants. */
export const target: FuzzTarget = {
  covers: [
    '/src/server/features/mailbox/contacts/import-',
    '/src/server/features/customers/accounts/import-lines',
    '/src/server/features/customers/administrators/accounts/bulk-lines',
    '/src/server/kit/csv-rows',
    '/src/contract/',
    '/node_modules/csv-parse/',
  ],
  maxBytes: MAX_IMPORT_BYTES,
  seeds: () => [
    seed(
      'Name,Company,Fax number,Phone,E-mail,Address,Notes\r\n"Doe, Ann",ACME,2125550100,,ann@example.com,"1 ""A"" St",x\r\n',
    ),
    seed(
      'First Name,Last Name,Phone 1 - Label,Phone 1 - Value,Business Fax\nAnn,Doe,Work Fax,212-555-0100 ::: 1,\n',
    ),
    seed('Ann,ACME,(212) 555-0100\r,,,\n\ufeff'),
    seed('email;type;area;number\nann@example.com;local;212;\nbob@example.com;custom;;2125550100\n'),
    seed('number\temail\toptions\tmonth-limit\thipaa\tparent\n2125550100\tann@example.com\t\t100\tyes\t7\n'),
  ],
  run: async (input) => {
    const text = input.toString('utf8');
    const lines = splitLines([text]);
    // Files with more lines are refused before parsing.
    if (lines.filter((line) => line.trim() !== '').length > MAX_IMPORT_LINES) return;
    const { contacts, faults } = await readLines(lines);
    holds(contacts.length + faults.length <= lines.length, 'a line is one contact or one fault');
    const { imported, updated, skipped } = planImport([], contacts, input.length % 2 === 0);
    holds(imported + updated + skipped === contacts.length, 'every contact is counted');
    if (text.length > BULK_CHARS) return;
    readImportLines(text);
    try {
      readBulkLines(text, AREAS);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  },
};
