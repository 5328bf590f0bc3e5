import { logEvent } from '../../log/engine-events.ts';
import { faultNotes } from '../fault-notes.ts';
import type { LineKind } from '../kind-port.ts';
import { readSipSettings } from './settings.ts';
import { sipLine } from './sip.ts';

/** The kind of lines over a SIP trunk. Rare settings are options, as in the address of a HylaFAX server. */
export const sipKind: LineKind = {
  kind: 'sip',
  label: 'SIP trunk',
  fields: [
    {
      name: 'trunk',
      target: true,
      label: 'Trunk',
      option: '--trunk <uri>',
      hint: 'Like sip:pbx.example:5060, with ;transport=tcp or ;transport=tls.',
      required: true,
    },
    {
      name: 'user',
      label: 'User',
      option: '--user <name>',
      hint: 'Leave empty if the trunk identifies this machine by its IP address.',
    },
    { name: 'password', label: 'Password', option: '--password-stdin', secret: true },
    {
      name: 'listen',
      label: 'Listen at',
      option: '--listen <address>',
      hint: 'Like 0.0.0.0:5060. Leave empty for sending only.',
    },
    {
      name: 'sipOptions',
      label: 'Further options',
      option: '--sip-options <list>',
      hint: 'Like t38=request&register=yes&prefix=9.',
    },
  ],
  open: (line, world) => {
    const settings = readSipSettings(line.config);
    if (typeof settings === 'string') return { kind: 'refused', reason: settings };
    if (!world) return { kind: 'refused', reason: 'SIP lines cannot be used here.' };
    const unreadable = faultNotes((reason) =>
      logEvent(world.log, 'line.fax-unreadable', { line: line.name, reason }),
    );
    const parts = { settings, folder: world.folderOf(line), unreadable };
    return { kind: 'ok', line: sipLine(line.pattern, parts) };
  },
};
