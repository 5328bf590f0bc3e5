import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sipLine } from '#engine/fax-line/sip/sip.ts';

import { faxPages } from '../fax-rig/fax-pages.ts';
import { fakeDocuments, startSending } from '../sending-rig.ts';
import type { SendingRig } from '../sending-rig.ts';
import { SPEED, sipSettings, startFarEnd } from './far-end.ts';

/** Starts a sending rig with one line, “trunk”, that calls a SIP far end; each document has `pages` pages. */
export async function startSipSending(
  pages: number,
): Promise<{ rig: SendingRig; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-sip-sending-'));
  const far = await startFarEnd();
  const rig = await startSending({
    documents: fakeDocuments({
      toFaxPages: async () => ({ kind: 'ok', tiff: faxPages(pages), pages }),
      forCall: async (tiff) => tiff,
      stampHeader: async (tiff) => tiff,
    }),
    chooseLine: ({ pattern, config }) => ({
      kind: 'ok',
      line: sipLine(pattern, { settings: sipSettings(config as object), folder, speed: SPEED }),
    }),
  });
  await rig.sending.lineAdmin.addLine({ kind: 'sip', name: 'trunk', config: { trunk: far.trunk } });
  const stop = async (): Promise<void> => {
    await far.stop();
    await rig.stop();
    await rm(folder, { recursive: true });
  };
  return { rig, stop };
}
