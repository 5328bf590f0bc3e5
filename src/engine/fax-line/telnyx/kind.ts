import { opensCarrier } from '../carrier/carrier-kind.ts';
import type { LineKind } from '../kind-port.ts';
import { readTelnyxSettings } from './settings.ts';
import { telnyxLine } from './telnyx.ts';

/** The kind of lines over the carrier Telnyx. */
export const telnyxKind: LineKind = {
  kind: 'telnyx',
  label: 'Telnyx',
  fields: [
    { name: 'connection', label: 'Fax application', option: '--connection <id>', required: true },
    { name: 'webhookKey', label: 'Public key of webhooks', option: '--webhook-key <key>', required: true },
    { name: 'apiKey', label: 'API key', option: '--api-key-stdin', secret: true, required: true },
    {
      name: 'apiBase',
      label: 'API address',
      option: '--api-base <url>',
      hint: 'Empty: https://api.telnyx.com/v2.',
      target: true,
    },
  ],
  open: opensCarrier(readTelnyxSettings, telnyxLine),
};
