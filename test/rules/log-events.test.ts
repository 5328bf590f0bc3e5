import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { ENGINE_EVENTS } from '#engine/log/engine-events.ts';
import { describeLogEvents } from '#server/kit/describe-log-events.ts';
import { LOG_EVENTS } from '#server/kit/log-event.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

const events = Object.entries({ ...ENGINE_EVENTS, ...LOG_EVENTS });

/**
 * Every name that a field of a log line may have. None holds a fax number, an email address, a password, a token, or the
 * name or content of a document: who adds one here has looked at what it can hold. `file` is a name in a line's queue, of
 * our own backup, or a place in a list; `key` is a random key of the file store; `peer` and `address` are addresses of the
 * network; `malware` is what the scanner calls it; `part` is a table of ours, or an account with its id.
 */
const FIELDS = new Set(
  `account accountId address adopted answers attempt brand callRef calls carrierRef changes check confinement contactGroups
  contacts damagedPages detail dialled document documentId err fault fax faxIds file folder hours how id ignored job jobId
  jobs key keyDays keys kind known limitUse line lineId loginFailures loginPlaces machines mail mailboxViews mailMarks mailTroubles malware method
  ms newest operator page pages parent part peer people pid port problem provider purged reach read reason removed result route seconds selections sessions shown signOnAttempts standing status storage storageKey
  template uid unknown usageWarnings webhook untrusted waiting collected`.split(/\s+/u),
);

it('log lines have no fields that could hold numbers, secrets or documents', () => {
  const found = events.flatMap(([name, [, , ...fields]]) =>
    fields
      .map((field) => field.replace('?', ''))
      .filter((field) => !FIELDS.has(field))
      .map((field) => `${name}: ${field}`),
  );
  expect(found).toEqual([]);
});

it('names of events are an area and what happened, each of them is written, and all by the table', () => {
  const sources = globSync('{engine,server,operator}/**/*.ts', { cwd: `${ROOT}src` })
    .filter((file) => !/[.-]test\.ts$|^engine\/log\/|^server\/kit\/log-event/u.test(file))
    .map((file) => ({ file, text: readFileSync(`${ROOT}src/${file}`, 'utf8') }));
  expect(events.filter(([name]) => !/^[a-z-]+\.[a-z-]+$/u.test(name))).toEqual([]);
  const written = new Set(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/logEvent\(\s*[^,]+,\s*'([^']+)'/gu)].map(([, name = '']) => name),
    ),
  );
  expect(events.map(([name]) => name).filter((name) => !written.has(name))).toEqual([]);
  const past = sources.filter(({ text }) =>
    /\b[lL]og\??\.(?:trace|debug|info|warn|error|fatal)\(/u.test(text),
  );
  expect(past.map(({ file }) => file)).toEqual([]);
});

it('docs/log-events.md lists them as they are (npm run generate writes it)', () => {
  expect(readFileSync(`${ROOT}docs/log-events.md`, 'utf8')).toBe(describeLogEvents());
});
