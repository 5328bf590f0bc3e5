import { describe, expect, it } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/kit/call.ts';
import { pathFor } from '#contract/kit/call.ts';

import { startEverySession } from './every-session.ts';
import type { EverySession } from './every-session.ts';
import { makeCall } from './make-call.ts';
import { likely, putAt, schemaOf, textPlaces } from './text-places.ts';

/** Texts that cause trouble in databases, encoders and parsers; JSON can contain each of them. */
const HOSTILE = {
  NUL: 'a\u0000b',
  'half a surrogate pair': 'a\ud800b',
  'a noncharacter': 'a\ufffeb',
  'a control character': 'a\u0007b',
  '1 MB': 'x'.repeat(1_000_000),
};

describe('texts that cannot be stored', () => {
  let { test, sessions } = {} as EverySession;
  startEverySession((world) => ({ test, sessions } = world));

  const send = async (call: Call, input: { query?: object; body?: object }, headers = {}) => {
    const session = sessions[call.access];
    const own = { ...session, headers: { ...session.headers, ...headers } };
    const answer = await makeCall(test, call, own, input);
    return answer.statusCode;
  };

  it.each(Object.entries<Call>(allCalls).filter(([, call]) => !call.multipart))(
    '[A-QUERY-05] %s answers no text of any field with 500',
    async (name, call) => {
      const [query, body] = [schemaOf(call.query), schemaOf(call.body)];
      const failures: string[] = [];
      for (const [kind, text] of Object.entries(HOSTILE)) {
        for (const place of textPlaces(query)) {
          if (kind === '1 MB' || kind === 'half a surrogate pair') continue; // No URL can contain them.
          const status = await send(call, { query: putAt(likely(query), place, text) as object });
          if (status >= 500) failures.push(`${name} query ${place.join('.')} ${kind}: ${status}`);
        }
        for (const place of textPlaces(body)) {
          const input = { query: likely(query) as object, body: putAt(likely(body), place, text) as object };
          const status = await send(call, input);
          if (status >= 500) failures.push(`${name} body ${place.join('.')} ${kind}: ${status}`);
        }
      }
      expect(failures).toEqual([]);
    },
  );

  it('[A-QUERY-05] refuses what cannot be stored in multipart fields, logins and headers, and names the field', async () => {
    const form = new FormData();
    form.append('destinations', '2125550123');
    form.append('regarding', HOSTILE.NUL);
    const { cookies, headers } = sessions.user;
    const upload = new Response(form);
    const sent = await test.app.inject({
      method: 'POST',
      url: pathFor(allCalls.sendFax),
      cookies,
      headers: { ...headers, 'content-type': upload.headers.get('content-type') ?? '' },
      payload: Buffer.from(await upload.arrayBuffer()),
    });
    expect([sent.statusCode, sent.json().fields]).toEqual([400, { regarding: 'CONTROL_CHARACTER' }]);

    const named = await test.app.inject({
      method: 'PUT',
      url: pathFor(allCalls.putCoverPageSettings),
      cookies,
      headers,
      payload: { name: HOSTILE['half a surrogate pair'] },
    });
    expect([named.statusCode, named.json().fields]).toEqual([400, { name: 'CONTROL_CHARACTER' }]);

    for (const text of ['2125550123:a\u0000b', 'a\u0000b:c']) {
      const authorization = `Basic ${Buffer.from(text).toString('base64')}`;
      const login = await test.app.inject({
        method: 'POST',
        url: pathFor(allCalls.login),
        headers: { authorization },
      });
      expect(login.statusCode).toBe(412);
    }
  });
});
