import { mailTextOf } from '../../src/engine/mail-in/mail-text.ts';
import type { FuzzTarget } from '../target.ts';
import { holds, seed } from '../target.ts';

/** The HTML of a mail, converted to the text of a fax. */
export const target: FuzzTarget = {
  covers: [
    '/src/engine/mail-in/mail-text',
    '/node_modules/html-to-text/',
    '/node_modules/@selderee/',
    '/node_modules/htmlparser2/',
  ],
  // A fifth of MAX_HTML: 500 kB of unclosed tags keep the parser busy for 4 s, which READ_MS limits.
  maxBytes: 100_000,
  seeds: () => [
    seed(
      '<html><body><h1>Hello</h1><p>Dear&nbsp;<a href="https://x">all</a>,<br>x</p><ul><li>1<ol><li>2</ol></ul></body>',
    ),
    seed(
      '<table><tr><th>a<td colspan=2>b</table><pre>  x\n</pre><blockquote>old<hr></blockquote><!-- c --><style>a{}</style>',
    ),
    seed('plain text\r\n> quoted\r\n-- \r\nAnn'),
  ],
  run: (input) => {
    const text = input.toString('utf8');
    const said = mailTextOf('', undefined, text);
    // oxlint-disable-next-line no-control-regex -- these must not be left
    holds(!/[\u0000-\u0008\u202a-\u202e]/.test(said), 'no control characters are left');
    mailTextOf('Fwd: x', text, text);
    mailTextOf('x', text, text);
  },
};
