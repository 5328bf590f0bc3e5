import { parseMail } from '../../src/engine/mail-in/parse-mail.ts';
import { QuickBlob } from '../../src/engine/mail-in/quick-blob.ts';
import { hashOf, mailToFax } from '../../src/server/features/gateways/email-to-fax/mail-to-fax.ts';
import { parseMessage } from '../../src/server/features/faxes/compose/message.ts';
import { isStorable } from '../../src/server/kit/storable-text.ts';
import type { FuzzTarget } from '../target.ts';
import { holds } from '../target.ts';
import { MAIL, NESTED } from './mails.ts';

// As in the product's own thread.
Object.assign(globalThis, { Blob: QuickBlob });

const LIMITS = { files: 20, fileBytes: 10_485_760, bytes: 52_428_800 };

/** Mails, converted to faxes. */
export const target: FuzzTarget = {
  covers: [
    '/src/engine/mail-in/',
    '/src/server/features/gateways/email-to-fax/',
    '/src/server/features/faxes/compose/',
    '/node_modules/postal-mime/',
  ],
  // More line ends than this may kill the parser's thread (READ_HEAP_MB), which mail-reader.test.ts covers.
  maxBytes: 256 * 1024,
  seeds: () => [MAIL, NESTED],
  run: async (input) => {
    const outcome = await parseMail(input);
    if (outcome.kind !== 'ok') return;
    const { mail } = outcome;
    // oxlint-disable-next-line no-control-regex -- these must not be left
    holds(!/[\u0000\r\n]/.test(mail.subject), 'the subject is one line');
    holds(mail.from === mail.from.toLowerCase() && mail.from !== '', 'there is one sender');
    hashOf(mail, ['2125550100']);
    const made = mailToFax(mail, ['2125550100'], undefined, LIMITS);
    if (made.kind !== 'ok') return;
    // Throws if the fields of the fax break its rules.
    parseMessage(made.fax.fields, { files: made.fax.files.length, most: LIMITS.files, abroad: false });
    holds(
      made.fax.files.every(({ name }) => isStorable(name)),
      'names can be stored',
    );
    holds(isStorable(mail.subject) && isStorable(mail.text), 'texts can be stored');
  },
};
