// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callsOf, server } from '#web/kit/false-server-for-test.tsx';
import { openPage, push, until } from '#web/kit/open-page-for-test.tsx';
import { click, find, findInput, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';

import { CALL, LATER, NO_CALLS, QUALITY, TRACE, WHY } from './calls-for-test.ts';
import { CallPage } from './call-page.tsx';
import { startConsole } from './console-for-test.ts';
import { LinePage } from './line-page.tsx';

let shown: Rendered;
const text = () => shown.place.textContent;
/** Returns the input with a label. */
const labeled = (words: string): HTMLInputElement => {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) =>
    textContent.startsWith(words),
  );
  return findInput(document, `#${CSS.escape(label?.htmlFor ?? '')}`);
};

beforeEach(async () => {
  await startConsole({
    'GET call': { call: CALL, quality: QUALITY, tracedUntil: LATER, trace: TRACE, why: WHY },
    'GET calls': NO_CALLS,
    'GET lines': {
      lines: [
        {
          name: 'northline',
          kind: 'sip',
          pattern: '*',
          priority: 100,
          price: null,
          channels: 8,
          hours: '',
          busy: 0,
          state: 'on',
          fault: null,
        },
      ],
      kinds: [
        {
          kind: 'sip',
          label: 'SIP trunk',
          fields: [
            { name: 'trunk', label: 'Trunk', hint: '', secret: false, required: true },
            { name: 'password', label: 'Password', hint: '', secret: true, required: false },
          ],
        },
      ],
    },
    'GET line': {
      pattern: '*',
      priority: 100,
      price: 1.2,
      channels: 8,
      hours: 'mon-fri 08:00-18:00',
      config: { trunk: 'sip:pbx' },
    },
    'PUT line': {},
    'POST call': { id: '9' },
  });
});

afterEach(async () => {
  await shown.close();
  vi.unstubAllGlobals();
});

it('a call is told by its messages, its frames in words or bytes, and its packets', async () => {
  shown = await openPage(<CallPage id="5" />);
  expect(text()).toContain('Call to 860-555-0115');
  expect(text()).toContain('2 of 2');
  expect(text()).toContain('Our side');
  const rungs = [...shown.place.querySelectorAll('.oc-rung')].map((rung) => rung.textContent);
  expect(rungs[0]).toContain('G.711 audio');
  expect(rungs[1]).toContain('repeated');
  expect(rungs[3]).toContain('T.38, FEC');
  expect(text()).toContain('Can do 14,400, error correction, fine');
  expect(text()).toContain('Frames 41–43 arrived damaged');
  expect(text()).toContain('3 frames sent again');
  expect(text()).toContain('Page 1 confirmed');
  expect(text()).toContain('All lost packets were recovered.');
  expect(text()).toContain('31 (0.5 %)');
  const why = [...shown.place.querySelectorAll('.oc-why li')].map(({ textContent }) => textContent);
  expect(why).toEqual([
    'northline0.9 ¢ a page',
    'telecarry1.4 ¢ a page · Not cheaper',
    'fax1All channels busy',
  ]);
  expect(shown.place.querySelector('.oc-message')).toBeNull();
  await click(find(shown.place, '.oc-rung'));
  expect(find(shown.place, '.oc-message').textContent).toContain('INVITE sip:+18605550115@t');
  await click(find(shown.place, '.oc-segments button:last-child'));
  expect(text()).toContain('ff 13 80');
});

it('says that a trace was erased, and keeps the figures', async () => {
  server['GET call'] = {
    call: CALL,
    quality: QUALITY,
    tracedUntil: '2026-11-21T15:02:09Z',
    trace: null,
    why: [],
  };
  shown = await openPage(<CallPage id="5" />);
  expect(text()).toContain('erased after 24 hours');
  expect(text()).toContain('Lost packets');
  expect(text()).not.toContain('Export');
});

it('a call whose process has died was cut off', async () => {
  const cut = { ...CALL, endedAt: null, result: null };
  server['GET call'] = { call: cut, quality: null, tracedUntil: LATER, trace: null, why: [] };
  shown = await openPage(<CallPage id="5" />);
  expect(text()).toContain('Cut off');
  expect(text()).toContain('Nothing was recorded');
});

it('a test call asks for a number, is followed step by step, and says what failed and what to change', async () => {
  shown = await openPage(<LinePage id="northline" />);
  await until(() => text().includes('All 8 channels are free.'));
  const failed = {
    ...CALL,
    id: '9',
    direction: 'test',
    steps: CALL.steps.slice(0, 2),
    media: null,
    rate: null,
    confirmed: 0,
    pages: 1,
    result: 'NO_FAX_MACHINE',
    detail: 'silence',
    verdict: { ok: false, text: 'No fax machine was heard.', advice: 'Open the media ports.' },
  };
  server['GET calls'] = { ...NO_CALLS, test: failed, recent: [failed] };
  await push('Test call');
  await type(labeled('Fax number to call'), '860-555-0115');
  await click(find(document.body, '[role=dialog] button[type=submit]'));
  await until(() => text().includes('It didn’t work'));
  expect(callsOf('POST', 'call').map(({ body }) => body)).toEqual([
    { name: 'northline', to: '860-555-0115', from: '' },
  ]);
  expect(text()).toContain('Open the media ports.');
  const steps = [...shown.place.querySelectorAll('.oc-test li')];
  expect(steps.map((step) => step.getAttribute('data-tone'))).toEqual(['ok', 'bad', 'plan', 'plan']);
  expect(steps[1]?.textContent).toContain('silence');
});

it('the T.38 policy of a SIP line is one choice; the other options stay', async () => {
  const config = { trunk: 'sip:pbx', sipOptions: 'prefix=+1&t38=accept&from=192.0.2.0/24,192.0.3.1' };
  server['GET line'] = { pattern: '*', priority: 100, price: null, channels: 8, hours: '', config };
  shown = await openPage(<LinePage id="northline" />);
  await until(() => text().includes('T.38 policy'));
  const refuse = find(shown.place, 'input[type=radio][value=refuse]');
  expect((find(shown.place, 'input[value=accept]') as HTMLInputElement).checked).toBe(true);
  await click(refuse);
  await until(() => callsOf('PUT', 'line').length > 0);
  expect(callsOf('PUT', 'line')[0]?.body).toMatchObject({
    name: 'northline',
    config: { sipOptions: 't38=refuse&prefix=+1&from=192.0.2.0/24,192.0.3.1' },
  });
});

it('a line is changed in place: what is stored is shown, but no secret', async () => {
  shown = await openPage(<LinePage id="northline" />);
  await until(() => text().includes('sip:pbx'));
  await push('Edit');
  expect(labeled('Password').value).toBe('');
  await type(labeled('Trunk'), 'sip:other');
  await click(find(document.body, '[role=dialog] button[type=submit]'));
  await until(() => callsOf('PUT', 'line').length > 0);
  expect(callsOf('PUT', 'line').map(({ body }) => body)).toEqual([
    {
      name: 'northline',
      pattern: '*',
      priority: 100,
      price: 1.2,
      channels: 8,
      hours: 'mon-fri 08:00-18:00',
      config: { trunk: 'sip:other', password: '' },
    },
  ]);
});
