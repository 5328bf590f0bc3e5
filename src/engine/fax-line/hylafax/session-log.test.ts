import { expect, it } from 'vitest';

import type { WaitingArrival } from '../port.ts';
import { SERVER_DIED, judgeBySession, parseSessionLog } from './session-log.ts';
import type { ReceivingSession } from './session-log.ts';

const PAGE = (page: number, signal = 'MPS (more pages, same document)'): string[] => [
  `RECV recv ${signal}`,
  'RECV send MCF (message confirmation)',
  `RECV FAX (000000001): from SOMEBODY, page ${page} in 0:00:05, INF, 7.7 line/mm, 2-D MMR, 14400 bit/s`,
];
const BEGIN = [
  'SESSION BEGIN 000000001 12125550000',
  'HylaFAX (tm) Version 6.0.7',
  'CallID: "3105559900" "12125550100"',
  "ANSWER: FAX CONNECTION  DEVICE '/dev/ttyS0'",
  'RECV FAX: begin',
  'REMOTE TSI "SOMEBODY"',
];
const end = (fault = ''): string[] => [
  `RECV FAX: bin/faxrcvd "recvq/fax000000001.tif" "ttyS0" "000000001" "${fault}" "3105559900" "12125550100"`,
  'RECV FAX: end',
  'SESSION END',
];

const LAST = 'EOP (no more pages or documents)';

const ARRIVAL: WaitingArrival = {
  name: 'fax000000001.tif',
  pages: 2,
  bytes: 74_928,
  receivedAt: new Date(),
  called: '12125550100',
  caller: '3105559900',
  stationId: 'SOMEBODY',
  fault: '',
};

function sessionOf(lines: string[]): ReceivingSession {
  const session = parseSessionLog(lines.map((line) => `Nov 23 06:58:28.50: [ 1097]: ${line}\n`).join(''));
  if (!session) throw new Error('it received nothing');
  return session;
}

const verdict = (lines: string[], arrival = ARRIVAL) => judgeBySession(arrival, [sessionOf(lines)]);

it('a session that names the file says how its call ended, and on which modem', () => {
  const whole = [...BEGIN, ...PAGE(1), ...PAGE(2, LAST), ...end()];
  expect(verdict(whole)).toEqual({ modem: 'ttyS0', text: '' });
  const cut = [...BEGIN, ...PAGE(1), ...PAGE(2), ...end('T.30 T2 timeout')];
  expect(verdict(cut)).toEqual({ modem: 'ttyS0', text: 'T.30 T2 timeout' });
  expect(verdict(whole, { ...ARRIVAL, name: 'fax000000002.tif' })).toBeUndefined();
});

it('a session that never ended was cut off, unless its last page was confirmed', () => {
  const dead = [...BEGIN, ...PAGE(1), ...PAGE(2)];
  expect(verdict(dead)).toEqual({ modem: 'ttyS0', text: SERVER_DIED });
  expect(verdict([...BEGIN, ...PAGE(1), ...PAGE(2, LAST)])).toEqual({ modem: 'ttyS0', text: '' });
  // The end of the last page was announced, but not confirmed.
  expect(verdict([...dead, `RECV recv ${LAST}`])).toEqual({ modem: 'ttyS0', text: SERVER_DIED });
  // Killed between writing the file and writing the log.
  expect(verdict(dead, { ...ARRIVAL, pages: 3 })).toEqual({ modem: 'ttyS0', text: SERVER_DIED });
});

it('a session of another call says nothing', () => {
  const dead = [...BEGIN, ...PAGE(1), ...PAGE(2)];
  for (const other of [{ caller: '3105550000' }, { called: '2' }, { stationId: 'ANOTHER' }, { pages: 5 }])
    expect(verdict(dead, { ...ARRIVAL, ...other })).toBeUndefined();
  expect(verdict([...dead, 'SESSION END'])).toBeUndefined();
  expect(parseSessionLog('SESSION BEGIN 000000002\nSEND FAX: JOB 1\n')).toBeUndefined();
});

it('a line of many beginnings is read in a moment', () => {
  const before = process.cpuUsage();
  const log = `]: RECV FAX: begin\n${']: RECV FAX (1): from , page '.repeat(40_000)}`;
  expect(parseSessionLog(log)).toMatchObject({ pages: 0 });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(1);
});
