import { parseReport } from '../../src/engine/mail-in/parse-report.ts';
import { QuickBlob } from '../../src/engine/mail-in/quick-blob.ts';
import { mailOfBounce } from '../../src/server/features/email/outgoing/bounces/bounce-address.ts';
import { classOfStatus } from '../../src/server/features/email/outgoing/bounces/bounce-class.ts';
import type { FuzzTarget } from '../target.ts';
import { holds } from '../target.ts';
import { MAIL, REPORT } from './mails.ts';

Object.assign(globalThis, { Blob: QuickBlob });

const KEY = Buffer.alloc(32, 7);

/** Reports about our returned mails (RFC 3464). */
export const target: FuzzTarget = {
  covers: [
    '/src/engine/mail-in/',
    '/src/server/features/email/outgoing/bounces/bounce-',
    '/node_modules/postal-mime/',
  ],
  // More line ends than this may kill the parser's thread (READ_HEAP_MB), which mail-reader.test.ts covers.
  maxBytes: 256 * 1024,
  seeds: () => [REPORT, MAIL],
  run: async (input) => {
    holds(mailOfBounce(KEY, input.toString('latin1', 0, 64)) === null, 'no signed address can be guessed');
    const report = await parseReport(input);
    if (report === null) return;
    classOfStatus(report.status);
    holds(!/[\r\n]/.test(report.detail), 'the detail is one line');
  },
};
