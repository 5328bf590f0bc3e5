/** A call over a SIP line, as the server returns it. */
export const CALL = {
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
export const TRACE = {
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
export const QUALITY = {
  received: 6_149,
  missed: 31,
  repaired: 31,
  longest: 2,
  barSeconds: 2,
  bars: [0, 31, 0],
};
export const NO_CALLS = {
  tells: true,
  live: [],
  recent: [],
  test: null,
  today: { calls: 0, answered: 0, pages: 0, t38: 0, audio: 0 },
};
export const WHY = [
  { line: 'northline', because: 'CHOSEN', price: 0.9 },
  { line: 'telecarry', because: 'PRICE', price: 1.4 },
  { line: 'fax1', because: 'FULL', price: null },
];
export const LATER = '2099-01-01T00:00:00Z';
