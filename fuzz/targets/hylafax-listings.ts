import { parseArrival } from '../../src/engine/fax-line/hylafax/arrivals.ts';
import { parseLog } from '../../src/engine/fax-line/hylafax/call-log.ts';
import { parseJob } from '../../src/engine/fax-line/hylafax/jobs.ts';
import { outcomeOf } from '../../src/engine/fax-line/hylafax/outcome.ts';
import {
  judgeBySession,
  parseListedLog,
  parseSessionLog,
} from '../../src/engine/fax-line/hylafax/session-log.ts';
import type { FuzzTarget } from '../target.ts';
import { holds, seed } from '../target.ts';

const stamp = 'Nov 23 06:58:28.50: [ 1097]: ';
const session = [
  'SESSION BEGIN 000000001 12125550000',
  'CallID: "3105559900" "12125550100"',
  "ANSWER: FAX CONNECTION  DEVICE '/dev/ttyS0'",
  'RECV FAX: begin',
  'REMOTE TSI "SOMEBODY"',
  'RECV recv EOP (no more pages or documents)',
  'RECV send MCF (message confirmation)',
  'RECV FAX (000000001): from SOMEBODY, page 1 in 0:00:05, INF, 7.7 line/mm, 2-D MMR, 14400 bit/s',
  'RECV FAX: bin/faxrcvd "recvq/fax000000001.tif" "ttyS0" "000000001" "T.30 T2 timeout" "3105559900" "12125550100"',
  'SESSION END',
];

/** Listings and logs of a HylaFAX server; the station ids in them come from other machines. */
export const target: FuzzTarget = {
  covers: ['/src/engine/fax-line/hylafax/'],
  // MAX_LOG_BYTES of a session is larger, but a page of a call takes only 15 kB.
  maxBytes: 1024 * 1024,
  seeds: () => [
    seed('17|D| 3: 3| 1|f2e-17|no carrier detected; giving up\n18|F|0:1|2|x|'),
    seed('fax000000001.tif| |12345| 2|2026/11/23 06.58.28|12125550100|3105559900|SOME|BODY'),
    seed(`c000000001|4711|Mon Nov 23 06:58:28 2026\n`),
    seed(session.map((line) => `${stamp}${line}\n`).join('')),
    seed(
      '11/23/26 06:58\tRECV\t000000001\tttyS0\trecvq/fax000000001.tif\t""\tfax\t"2125550100"\t"SOMEBODY"\t0\t2\t0:34\t0:30\t""\t"x"\t"y"\t"z"\t""\t"00 46 78 00"\n',
    ),
  ],
  run: (input) => {
    const text = input.toString('latin1');
    for (const line of text.split(/\r?\n/).filter(Boolean).slice(0, 2_000)) {
      const job = parseJob(line);
      const arrival = parseArrival(line, '2125550100');
      if (arrival) holds(/^fax\d+\.tif$/.test(arrival.name), 'a name is safe in a command');
      if (arrival) arrival.receivedAt.toISOString();
      const listed = parseListedLog(line);
      if (listed) holds(/^c\d+$/.test(listed.name), 'a name is safe in a command');
      if (!job) continue;
      const { confirmed, pages, calls } = job;
      outcomeOf({ delivered: job.state === 'D', confirmed, pages, calls, text: job.text, killed: false });
    }
    const parsed = parseSessionLog(text);
    const [arrival] = text.split('\n').flatMap((line) => parseArrival(line, '1') ?? []);
    if (parsed && arrival) judgeBySession(arrival, [parsed]);
    for (const { pages } of parseLog(input)) holds(!Number.isNaN(pages), 'pages are a number');
  },
};
