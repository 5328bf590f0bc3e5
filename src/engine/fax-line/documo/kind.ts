import { opensCarrier } from '../carrier/carrier-kind.ts';
import type { LineKind } from '../kind-port.ts';
import { documoLine } from './documo.ts';
import { readDocumoSettings } from './settings.ts';

/** The kind of lines over the carrier Documo (mFax). */
export const documoKind: LineKind = {
  kind: 'documo',
  label: 'Documo',
  fields: [
    { name: 'apiKey', label: 'API key', option: '--api-key-stdin', secret: true, required: true },
    {
      name: 'webhookUser',
      label: 'Webhook user',
      option: '--webhook-user <name>',
      hint: 'Of the basic authentication of webhooks. Empty: not checked.',
    },
    {
      name: 'webhookPassword',
      label: 'Webhook password',
      option: '--webhook-password-stdin',
      secret: true,
    },
    {
      name: 'apiBase',
      label: 'API address',
      option: '--api-base <url>',
      hint: 'Empty: https://api.documo.com/v1.',
      target: true,
    },
  ],
  open: opensCarrier(readDocumoSettings, documoLine),
};
