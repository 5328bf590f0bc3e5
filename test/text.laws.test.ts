import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/kit/call.ts';

import { LAWS, expectBroken, expectLaw } from './laws.ts';
import { startEverySession } from './every-session.ts';
import type { EverySession } from './every-session.ts';
import { makeCall } from './make-call.ts';
import { likely, putAt, schemaOf, textPlaces } from './text-places.ts';

/** Characters that cause trouble: halves of pairs, NUL, control, direction, invisible and combining characters. */
const odd = fc.constantFrom(
  '\ud800',
  '\udfff',
  '\u0000',
  '\u0007',
  '\u001b',
  '\u007f',
  '\u0085',
  '\r\n',
  '\r',
  '\n',
  '\t',
  '\u2028',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u200d',
  '\ufeff',
  '\ufffe',
  '\u00a0',
  'e\u0301',
  'é',
  'ﬁ',
  'Å',
  '👩‍👩‍👧',
  '𝟙',
  "'",
  '"',
  '\\',
  '%',
  '<b>',
  '{{x}}',
);
/** Any text that JSON can contain. */
const anyText = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(fc.oneof(odd, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 })), { maxLength: 12 })
      .map((parts) => parts.join('')),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('x', 'é', '😀', '\u202e'), fc.constantFrom(39, 40, 41, 1_133, 20_000))
      .map(([letter, times]) => letter.repeat(times)),
  },
);

/** The normalization of texts in the contract (kit/wire.ts): only this may differ when a text is read again. */
const kept = (text: string) => text.replaceAll('\r\n', '\n').normalize('NFC').trim();

interface Answer {
  status: number;
  json: Record<string, unknown>;
}
type Send = (call: Call, input: { query?: object; body?: object }) => Promise<Answer>;

/** A text that people save, and where they read it again. */
interface Saved {
  save: (text: string) => Promise<Answer>;
  read: () => Promise<unknown>;
  /** The name of the field in a refusal. */
  field: string;
}

/** The stored text equals the sent text; or it was refused, and the response names the field. */
function survivesOrIsRefused(place: Saved) {
  return fc.asyncProperty(anyText, async (text) => {
    const { status, json } = await place.save(text);
    const refusal = status === 400 || json['success'] === false ? Object.keys(json['fields'] ?? {}) : null;
    const outcome = refusal === null ? [status, await place.read()] : refusal;
    expect(outcome).toEqual(refusal === null ? [200, kept(text)] : [place.field]);
  });
}

describe('laws of texts', LAWS, () => {
  let { test, sessions } = {} as EverySession;
  startEverySession((world) => ({ test, sessions } = world));
  beforeEach(async () => {
    await test.database.db.deleteFrom('login_failure').execute();
  });

  const send: Send = async (call, input) => {
    const answer = await makeCall(test, call, sessions[call.access], input);
    const isJson = String(answer.headers['content-type']).includes('json');
    return { status: answer.statusCode, json: isJson ? answer.json<Record<string, unknown>>() : {} };
  };

  /** Every place in every body that accepts a text; multipart bodies are streams with their own limits. */
  const places = Object.values<Call>(allCalls)
    .filter(({ multipart, body }) => !multipart && body)
    .flatMap((call) => textPlaces(schemaOf(call.body)).map((path) => ({ call, path })));

  it('[A-QUERY-05] no text in any field of any call answers 5xx; what cannot be stored is refused by name', async () => {
    const place = fc
      .constantFrom(...places)
      .map(({ call, path }) => ({ call, path, toString: () => `${call.path} ${path.join('.')}` }));
    const law = fc.asyncProperty(place, anyText, async ({ call, path }, text) => {
      const query = likely(schemaOf(call.query)) as object;
      const { status, json } = await send(call, {
        query,
        body: putAt(likely(schemaOf(call.body)), path, text) as object,
      });
      expect(status).toBeLessThan(500);
      const unnamed = json['error'] === 'FIELD_INVALID' && Object.keys(json['fields'] ?? {}).length === 0;
      expect(unnamed).toBe(false);
    });
    await expectLaw(law, 400);
  });

  const rows = async (call: Call, key: string) =>
    (await send(call, {})).json[key] as Record<string, unknown>[];
  const contact = (field: string): Saved => ({
    field,
    save: async (text) => {
      await test.database.db.deleteFrom('contact').execute();
      const least = { to_person: 'a', company: 'b', faxnum: '2125550142' };
      return await send(allCalls.createContact, { body: { ...least, [field]: text } });
    },
    read: async () => (await rows(allCalls.contactsList, 'data'))[0]?.[field],
  });
  const coverSetting = (field: string): Saved => ({
    field,
    save: async (text) => await send(allCalls.putCoverPageSettings, { body: { [field]: text } }),
    read: async () => (await send(allCalls.getCoverPageSettings, {})).json[field],
  });
  const appPassword: Saved = {
    field: 'name',
    save: async (text) => {
      await test.database.db.deleteFrom('app_password').execute();
      return await send(allCalls.addAppPassword, { body: { name: text } });
    },
    read: async () => (await rows(allCalls.appPasswords, 'passwords'))[0]?.['name'],
  };
  const blocked: Saved = {
    field: 'faxnum',
    save: async (text) => {
      await test.database.db.deleteFrom('blocked_number').execute();
      return await send(allCalls.blockNumber, { body: { faxnum: text } });
    },
    read: async () => {
      const entries = Object.values((await send(allCalls.blockedNumbers, {})).json) as { callerid: string }[];
      return entries[0]?.callerid;
    },
  };

  it.each([
    ...['to_person', 'company', 'email', 'to_location', 'description'].map(
      (field) => [`contact ${field}`, contact(field)] as const,
    ),
    ...['name', 'company', 'location', 'phone'].map(
      (field) => [`cover page ${field}`, coverSetting(field)] as const,
    ),
    ['app password', appPassword],
    ['blocked caller', blocked],
  ] as const)('[A-QUERY-05] survives a save and a read, or is refused by name: %s', async (_, place) => {
    await expectLaw(survivesOrIsRefused(place), 40);
  });

  it('the law notices a field that is read back in another normal form, and one that is cut', async () => {
    const place = coverSetting('location');
    for (const change of [(text: string) => text.normalize('NFD'), (text: string) => text.slice(0, 8)])
      await expectBroken(
        survivesOrIsRefused({ ...place, read: async () => change(String(await place.read())) }),
        300,
      );
  });
});
