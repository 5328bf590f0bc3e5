import { expect, it } from 'vitest';

import { readTexts } from './citations.ts';

/** Words replaced by standard ones (docs/spec/glossary.md 6), as parts of names: identifiers, files, CSS classes. */
const RETIRED: readonly RegExp[] = [
  /(?<![a-z])(?:wish(?:es)?|tour-wish)(?![a-z])|Wish(?:es)?(?![a-z])/u,
  // Customers have front desks.
  /(?<!(?:Claims|Certificates|[Ff]ront)[ -])(?<![a-z])desk(?![a-z@])|Desk(?![a-z])|DESK(?!TOP)/u,
  /(?<![a-z])deeds?(?![a-z])|Deeds?(?![a-z])|DEED/u,
  // A letter is a document, not an incoming email.
  /(?<![a-z])letter(?:-to-|To[A-Z]|Outcome)/iu,
  // Promises settle, and so does a page under test.
  /(?<![a-z])settle(?=Draft|Ready|\(draft|: \()|use-?settled/iu,
  // The wire, the command line and the database use `parent` and `child`.
  /(?<![A-Za-z])Parent(?:Caller|Id|Person|Row|s(?!\())(?![a-z])|(?<![A-Za-z])(?:find|insert|list|lock|make|read|signIn|update)(?:Parent|Child)/u,
];

it('no name has a word that was retired', () => {
  const found = readTexts()
    .filter(({ file }) => /\.(?:css|tsx?|mjs)$/u.test(file) && !file.endsWith('retired-words.test.ts'))
    .flatMap(({ file, text }) =>
      RETIRED.flatMap((word) => word.exec(file)?.[0] ?? word.exec(text)?.[0] ?? []).map(
        (word) => `${file}: ${word}`,
      ),
    );
  expect(found).toEqual([]);
});
