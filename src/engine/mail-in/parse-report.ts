import type { DeliveryReport } from './port.ts';
import { takeApart } from './take-apart.ts';

const ACTIONS = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const;

/** Longest report to read; a report has only a few lines. */
const MAX_REPORT = 20_000;

/** Parses a delivery report about one of our messages (RFC 3464 2.3); returns null if it is not one. */
export async function parseReport(raw: Buffer): Promise<DeliveryReport | null> {
  const email = await takeApart(raw);
  const part = email?.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  if (!part) return null;
  const bytes = typeof part.content === 'string' ? Buffer.from(part.content) : new Uint8Array(part.content);
  const text = Buffer.from(bytes.subarray(0, MAX_REPORT))
    .toString('utf8')
    .replaceAll(/\r?\n[ \t]+/gu, ' ');
  // The first group is about the whole report, the next about our one recipient.
  const group = text.split(/\r?\n\r?\n/u).find((lines) => /^Action:/imu.test(lines)) ?? '';
  const field = (name: string): string => new RegExp(`^${name}:(.*)$`, 'imu').exec(group)?.[1]?.trim() ?? '';
  const action = ACTIONS.find((known) => known === field('Action').toLowerCase());
  if (!action) return null;
  const status = /\d\.\d{1,3}\.\d{1,3}/u.exec(field('Status'))?.[0] ?? '';
  return { action, status, detail: field('Diagnostic-Code') };
}
