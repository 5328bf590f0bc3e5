// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callsOf, resetServer, server, startFalseServer } from '#web/kit/false-server-for-test.tsx';
import { startI18n } from '#web/kit/i18n.ts';
import { openPage, push, stubWindow, until } from '#web/kit/open-page-for-test.tsx';
import { click, find, findInput, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';

import { CallPage } from './call-page.tsx';
import { LinePage } from './line-page.tsx';
import { loadConsoleWords } from './words.ts';

const CALL = {
  id: '5',
  line: 'northline',
  direction: 'out',
  far: '8605550115',
  own: '6465550123',
  uid: '3',
  jobId: '40',
  n: 1,
  startedAt: '2026-11-20T15:02:09Z',
  endedAt: '2026-11-20T15:04:10Z',
  live: false,
  seconds: 121,
  steps: [
    { step: 'dialing', at: 0 },
    { step: 'answered', at: 4_210 },
    { step: 'media', at: 4_210, media: 'audio' },
    { step: 'media', at: 7_970, media: 't38' },
    { step: 'negotiated', at: 9_000 },
    { step: 'page', at: 50_100 },
  ],
  pages: 2,
  confirmed: 2,
  media: 't38',
  rate: 14_400,
  ecm: true,
  stationId: '860 555 0115',
  result: 'OK',
  detail: 'OK (t38)',
  verdict: null,
};
const frame = (at: number, out: boolean, name: string, more: object = {}) => ({
  at,
  out,
  name,
  hex: '',
  ...more,
});
const TRACE = {
  messages: [
    { at: 0, out: true, text: 'INVITE sip:+18605550115@t SIP/2.0\r\n\r\nm=audio 4000 RTP/AVP 0\r\n' },
    { at: 30, out: true, text: 'INVITE sip:+18605550115@t SIP/2.0\r\n\r\nm=audio 4000 RTP/AVP 0\r\n' },
    { at: 4_210, out: false, text: 'SIP/2.0 200 OK\r\n\r\nm=audio 5000 RTP/AVP 0\r\n' },
    {
      at: 7_960,
      out: false,
      text: 'INVITE sip:f2e SIP/2.0\r\n\r\nm=image 5002 udptl t38\r\na=T38FaxUdpEC:t38UDPFEC\r\n',
    },
    { at: 121_400, out: true, text: 'BYE sip:t SIP/2.0\r\n\r\n' },
  ],
  frames: [
    frame(8_100, false, 'CSI', { station: '860 555 0115' }),
    frame(8_200, false, 'DIS', { rate: 14_400, ecm: true, fine: true, hex: 'ff1380' }),
    frame(11_400, true, 'FCD', { page: 1, again: false, frames: 128, bytes: 31_000 }),
    frame(30_800, true, 'PPS', { next: 'MPS' }),
    frame(31_000, false, 'PPR', { damaged: '41–43' }),
    frame(31_500, true, 'FCD', { page: 1, again: true, frames: 3, bytes: 700 }),
    frame(31_900, false, 'MCF', { page: 1 }),
    frame(120_000, true, 'XYZ'),
  ],
  media: [
    { at: 4_210, media: 'audio' },
    { at: 7_970, media: 't38' },
  ],
};
const QUALITY = { received: 6_149, missed: 31, repaired: 31, longest: 2, barSeconds: 2, bars: [0, 31, 0] };
const NO_CALLS = {
  tells: true,
  live: [],
  recent: [],
  test: null,
  today: { calls: 0, answered: 0, pages: 0, t38: 0, audio: 0 },
};
const WHY = [
  { line: 'northline', because: 'CHOSEN', price: 0.9 },
  { line: 'telecarry', because: 'PRICE', price: 1.4 },
  { line: 'fax1', because: 'FULL', price: null },
];
const LATER = '2099-01-01T00:00:00Z';

let shown: Rendered;
const text = () => shown.place.textContent;
/** The input of a label. */
const labeled = (words: string): HTMLInputElement => {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) =>
    textContent.startsWith(words),
  );
  return findInput(document, `#${CSS.escape(label?.htmlFor ?? '')}`);
};

beforeEach(async () => {
  stubWindow();
  startFalseServer({
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
    'GET line': { pattern: '*', priority: 100, price: 1.2, channels: 8, config: { trunk: 'sip:pbx' } },
    'PUT line': {},
    'POST call': { id: '9' },
  });
  resetServer();
  document.cookie = 'operator-access-token=t';
  await startI18n();
  await loadConsoleWords();
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
    'telecarry1.4 ¢ a page, Not cheaper',
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
      config: { trunk: 'sip:other', password: '' },
    },
  ]);
});
