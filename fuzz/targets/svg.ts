import { cleanSvg } from '../../src/server/features/brands/brands/clean-svg.ts';
import { readPattern } from '../../src/server/features/brands/brands/password-pattern.ts';
import type { FuzzTarget } from '../target.ts';
import { holds, seed } from '../target.ts';

/** Content that runs or loads something, in any spelling; none may be left. */
const DANGER =
  /<script|<foreignObject|<image|<animate|<set|<a[\s>]|<iframe|<!entity|\son\w+\s*=|(?:href|src)\s*=\s*["'](?!#)|javascript:|@import/i;

/** Logos as SVG, and password rules as regular expressions. */
export const target: FuzzTarget = {
  covers: ['/src/server/features/brands/brands/', '/src/server/features/identity/passwords/password-pattern'],
  // MAX_PICTURE_BYTES.
  maxBytes: 1024 * 1024,
  seeds: () => [
    seed(
      '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "a" "b"><!-- c --><svg viewBox="0 0 9 9" xmlns:xlink="http://www.w3.org/1999/xlink">' +
        '<style>.a{fill:url(#g)}</style><defs><linearGradient id="g"/></defs><g class="a"><path d="M0 0" onclick="x()"/>' +
        '<use xlink:href="#g"/><text>a &amp; b &#65;</text><script>alert(1)</script></g></svg>',
    ),
    seed("<svg><rect style='fill:url(\"#a\")' fill='url(http://x)'/><a href='javascript:x'>y</a></svg>"),
    seed('/^(?=a)[a-z]{2,}\\d+$/'),
    seed('/[A-Z].*[0-9]/'),
  ],
  run: (input) => {
    const text = input.toString('utf8');
    const clean = cleanSvg(text);
    if (clean.kind === 'ok') {
      const markup = clean.svg.replaceAll(/>[^<]*</g, '><');
      holds(!DANGER.test(markup), 'nothing dangerous is left');
      const again = cleanSvg(clean.svg);
      holds(again.kind === 'ok' && again.svg === clean.svg, 'what is clean stays as it is');
      holds(again.leftOut.length === 0, 'nothing is left to take away');
    }
    const read = readPattern(text.slice(0, 200));
    if (read.kind !== 'ok') return;
    const { pattern } = read;
    const password = 'aA1!'.repeat(16);
    // Browsers run the same pattern with their own engine.
    const browser = new RegExp(pattern.written.slice(1, -1));
    holds(pattern.test(password) === browser.test(password), 'both engines agree');
  },
};
