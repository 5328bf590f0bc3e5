import { sipLine } from '#engine/fax-line/sip/sip.ts';
import type { OutgoingCall } from '#engine/fax-line/port.ts';

import { faxPages } from '../fax-rig/fax-pages.ts';
import { SPEED, sipSettings } from './far-end.ts';

/** A process that places a call of three pages and reports when to kill it. */
const [trunk = '', folder = '', when = ''] = process.argv.slice(2);

const said = (event: string): void => {
  if (event === when) process.stdout.write(`${event}\n`);
};
const call: OutgoingCall = {
  jobId: 1,
  attempt: 1,
  callRef: 'killed',
  from: { number: '2125550100', stationId: '2125550100' },
  to: '3105550142',
  pages: 3,
  tiff: async () => faxPages(3, 'dots'),
  handOver: async (command) => {
    command();
    said('ready');
    return true;
  },
  onPage: () => said('page'),
};
const line = sipLine('*', { settings: sipSettings({ trunk }), folder, speed: SPEED });
await line.send(call, new AbortController().signal);
