import { opensCarrier } from '../carrier/carrier-kind.ts';
import type { LineKind } from '../kind-port.ts';
import { readSinchSettings } from './settings.ts';
import { sinchLine } from './sinch.ts';

/** The kind of lines over the carrier Sinch. */
export const sinchKind: LineKind = {
  kind: 'sinch',
  label: 'Sinch',
  fields: [
    { name: 'project', label: 'Project ID', option: '--project <id>', required: true },
    { name: 'keyId', label: 'Access key ID', option: '--key-id <id>', required: true },
    {
      name: 'keySecret',
      label: 'Access key secret',
      option: '--key-secret-stdin',
      secret: true,
      required: true,
    },
    {
      name: 'apiBase',
      label: 'API address',
      option: '--api-base <url>',
      hint: 'Empty: https://fax.api.sinch.com/v3.',
      target: true,
    },
  ],
  open: opensCarrier(readSinchSettings, sinchLine),
};
