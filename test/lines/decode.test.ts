import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { testCall } from '#engine/fax-line/line.contract-test.ts';
import { sipLine } from '#engine/fax-line/sip/sip.ts';
import { faxPages } from '#test/fax-rig/fax-pages.ts';
import { SPEED, sipSettings } from '#test/sip-rig/far-end.ts';

import { answeringLine } from './answering-line.ts';

/** The two ends' media ports, which no other test uses. */
const OURS = '47000-47019';
const THEIRS = '47020-47039';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-decode-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

/** Records a test's packets on the loopback interface. */
async function capture(file: string, filter: string): Promise<{ stop(): Promise<void> }> {
  const dumpcap = spawn('dumpcap', ['-i', 'lo', '-q', '-f', filter, '-w', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  // It prints its file name when it starts recording.
  for await (const line of createInterface(dumpcap.stderr)) {
    said += `${line}\n`;
    if (line.startsWith('File:')) break;
  }
  if (!said.includes('File:')) throw new Error(`dumpcap does not record: ${said}`);
  return {
    stop: async () => {
      dumpcap.kill('SIGINT');
      await once(dumpcap, 'close');
    },
  };
}

/**
 * Returns tshark's data on each packet that matches a filter: its position, UDPTL sequence number, sender, and meaning.
 */
async function decoded(file: string, filter: string) {
  const fields = ['frame.number', 't38.seq_number', 'udp.srcport', '_ws.col.Info'];
  const { stdout } = await promisify(execFile)(
    'tshark',
    ['-r', file, '-Y', filter, '-T', 'fields', ...fields.flatMap((name) => ['-e', name])],
    { maxBuffer: 2 ** 26 },
  );
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [place = '', sequence = '', sender = '', info = ''] = line.split('\t');
    return { place, sequence, sender, info };
  });
}

/** Sends a fax with two pages from one line to another, and returns the file with all packets. */
async function recordedFax(options: string): Promise<string> {
  const file = join(folder, `${options}.pcapng`);
  const sipOptions = (ports: string) => `${options}&ports=${ports}`;
  const far = await answeringLine(folder, { speed: SPEED, config: { sipOptions: sipOptions(THEIRS) } });
  const port = far.listen.split(':')[1];
  const recording = await capture(file, `udp and (port ${port} or portrange ${OURS} or portrange ${THEIRS})`);
  const settings = sipSettings({ trunk: `sip:${far.listen}`, sipOptions: sipOptions(OURS) });
  const line = sipLine('*', { settings, folder: join(folder, `ours-${options}`), speed: SPEED });
  const call = testCall('3105550142', { tiff: async () => faxPages(2) });
  expect(await line.send(call, new AbortController().signal)).toMatchObject({ kind: 'delivered', pages: 2 });
  await far.stop();
  await recording.stop();
  return file;
}

it.each(['t38=accept', 't38=first', 't38=refuse'])(
  'tshark decodes every packet of a call with %s',
  async (options) => {
    const file = await recordedFax(options);
    expect((await decoded(file, 'sip')).length).toBeGreaterThan(3);
    expect(await decoded(file, '!(sip or t38 or rtp)')).toEqual([]);
    // Ends of signals are sent three times (T.38 Appendix II); tshark takes the second for an end without a beginning.
    const sent = new Set<string>();
    const repeated = new Set<string>();
    for (const { place, sequence, sender } of await decoded(file, 't38')) {
      const name = `${sender} ${sequence}`;
      if (sent.has(name)) repeated.add(place);
      sent.add(name);
    }
    const broken = await decoded(file, '_ws.malformed or _ws.expert.severity == error');
    expect(broken.filter(({ place }) => !repeated.has(place))).toEqual([]);
  },
);

it('tshark reads the steps of T.30 in a call over T.38', async () => {
  const file = await recordedFax('t38=request');
  const frames = (await decoded(file, 't38')).map(
    ({ info }) => /HDLC Reassembled: ([A-Z]{3})\b/u.exec(info)?.[1] ?? '',
  );
  const steps = frames.filter((name, at) => name !== '' && name !== frames[at - 1]);
  expect(steps.join(' ')).toMatch(/CSI DIS .*TSI DCS .*CFR .*MCF .*MCF .*DCN/u);
});
