import type { LineKind } from '../kind-port.ts';
import { hylafaxLine } from './hylafax.ts';
import { readHylafaxSettings } from './settings.ts';

/** Lines over a HylaFAX server with modems. The command line takes the whole address, the console its parts. */
export const hylafaxKind: LineKind = {
  kind: 'hylafax',
  label: 'HylaFAX server',
  fields: [
    {
      name: 'url',
      label: 'Address',
      option: '--url <url>',
      hint: 'hylafax://USER:PASSWORD@HOST:PORT?admin=PASSWORD&modem=…&dial=10&did=…&hooks=…',
      commandOnly: true,
    },
    { name: 'server', label: 'Server', hint: 'Like 192.0.2.10:4559.', required: true, target: true },
    { name: 'user', label: 'User', required: true },
    { name: 'password', label: 'Password', secret: true, required: true },
    {
      name: 'admin',
      label: 'Admin password',
      hint: 'Opens the queue of received faxes. Empty: the line only sends.',
      secret: true,
    },
    { name: 'modem', label: 'Modem', hint: 'Like ttyS0. Empty: any.' },
    { name: 'options', label: 'Further options', hint: 'Like dial=10&did=2125550100.' },
  ],
  open: ({ pattern, config }) => {
    const settings = readHylafaxSettings(config);
    if (typeof settings === 'string') return { kind: 'refused', reason: settings };
    return { kind: 'ok', line: hylafaxLine(pattern, settings) };
  },
};
