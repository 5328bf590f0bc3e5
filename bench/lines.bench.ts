import { randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Session } from '#engine/fax-line/hylafax/session.ts';
import { readHylafaxSettings } from '#engine/fax-line/hylafax/settings.ts';
import type { HylafaxSettings } from '#engine/fax-line/hylafax/settings.ts';
import { Submitter } from '#engine/fax-line/hylafax/submit.ts';
import { testCall } from '#engine/fax-line/line.contract-test.ts';
import { faxPages } from '#test/fax-rig/fax-pages.ts';
import { lineOver } from '#test/fax-rig/line-over.ts';
import { startFaxRig } from '#test/fax-rig/start-rig.ts';

const JOBS = 60;
const CALLS = 3;
const LOOK_MS = 10;

/** One job the way a plain client submits it: every command waits for its answer. */
async function submitPlainly(session: Session, to: string, tiff: Uint8Array): Promise<void> {
  const document = await session.store(tiff);
  await session.must('JNEW');
  const parameters = [
    'FROMUSER "f2e"',
    'LASTTIME 000300',
    'MAXDIALS 1',
    'MAXTRIES 1',
    'NOTIFY none',
    'USETAGLINE NO',
    'VRES 196',
    'PAGEWIDTH 209',
    'PAGELENGTH 296',
    'PAGECHOP none',
    `DIALSTRING "${to}"`,
    `EXTERNAL "${to}"`,
    `JOBINFO "${randomUUID()}"`,
    'TSI "2125550100"',
    `DOCUMENT ${document}`,
  ];
  for (const parameter of parameters) await session.must(`JPARM ${parameter}`);
  await session.must('JSUBM');
}

async function perSecond(work: (index: number) => Promise<unknown>): Promise<string> {
  const started = performance.now();
  await work(0);
  return (JOBS / ((performance.now() - started) / 1000)).toFixed(1);
}

/** A different number for each job: a server places one call at a time to each. */
function numberOf(index: number): string {
  return `310${String(2_000_001 + index * 10_000)}`;
}

/** Submissions per second; the numbers are busy, so that no call takes long. */
async function measureSubmissions(settings: HylafaxSettings): Promise<void> {
  const tiff = faxPages(1, 'dots');
  const submitter = new Submitter(settings);
  const ours = await perSecond(async () => {
    const jobs = Array.from({ length: JOBS }, (_, index) => ({
      callRef: randomUUID(),
      to: numberOf(index),
      stationId: '2125550100',
      tiff,
    }));
    await Promise.all(jobs.map(async (job) => await submitter.submit(job)));
  });
  const session = await Session.open(settings);
  const plain = await perSecond(async () => {
    for (let index = 0; index < JOBS; index += 1) await submitPlainly(session, `1${numberOf(index)}`, tiff);
  });
  session.close();
  console.table([
    { client: 'f2e, one connection', 'submissions/s': ours },
    { client: 'plain, one connection', 'submissions/s': plain },
  ]);
}

/** From handing a call to the line until the modem dials, on an idle server. */
async function measureDialling(url: string, spool: string): Promise<void> {
  const line = lineOver(url);
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const logs = await dialled(spool);
    const started = performance.now();
    const sending = line.send(
      testCall('3105550001', { pages: 1, tiff: async () => faxPages(1) }),
      new AbortController().signal,
    );
    while ((await dialled(spool)) === logs && performance.now() - started < 20_000) await pause(LOOK_MS);
    times.push(performance.now() - started);
    await sending;
  }
  console.table(times.map((ms, call) => ({ call: call + 1, 'submit to dial, s': (ms / 1000).toFixed(1) })));
}

/** Dial commands in the session logs so far. */
async function dialled(spool: string): Promise<number> {
  const folder = join(spool, 'log');
  const names = (await readdir(folder)).filter((name) => /^c\d+$/.test(name));
  const logs = await Promise.all(names.map(async (name) => await readFile(join(folder, name), 'latin1')));
  return logs.join('').split('ATDT').length;
}

/** Prints how fast jobs reach a HylaFAX server and how soon it dials, over a rig of its own. Needs root. */
export async function run(): Promise<void> {
  const rig = await startFaxRig({ modems: 2 });
  try {
    await measureDialling(rig.ours.url(), rig.ours.spool);
    const settings = readHylafaxSettings({ url: rig.ours.url() });
    if (typeof settings === 'string') throw new Error(settings);
    await measureSubmissions(settings);
  } finally {
    await rig.stop();
  }
}
