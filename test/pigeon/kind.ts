import { z } from 'zod';

import type { LineKind } from '#engine/fax-line/kind-port.ts';

const config = z.object({ loft: z.string().min(1), whistle: z.string().min(1) });
const notice = z.object({ id: z.string(), caller: z.string(), called: z.string(), basket: z.string() });

/** The faxes sent, as `loft: number pages`. */
export const flights: string[] = [];

/** A carrier that exists only in tests: everything that the product needs of a kind of line is in this file. */
export const pigeonKind: LineKind = {
  kind: 'pigeon',
  label: 'Carrier pigeons',
  fields: [
    { name: 'loft', label: 'Loft', option: '--loft <name>', required: true },
    { name: 'whistle', label: 'Whistle', option: '--whistle-stdin', secret: true, required: true },
  ],
  open: ({ config: given, name, kind }, world) => {
    const read = config.safeParse(given);
    if (!read.success) return { kind: 'refused', reason: 'A pigeon line needs its loft and its whistle.' };
    const { loft, whistle } = read.data;
    return {
      kind: 'ok',
      line: {
        telephone: false,
        carrier: {
          webhookUrl: world?.webhookUrl({ name, kind }) ?? '',
          readNotice: async (headers, body) => {
            if (headers['x-whistle'] !== whistle) return { kind: 'refused', reason: 'a strange whistle' };
            const { id, basket, ...numbers } = notice.parse(JSON.parse(Buffer.from(body).toString()));
            const fax = { faxRef: id, mediaUrl: basket, ...numbers, at: new Date(), fault: '' };
            return { kind: 'arrival', eventId: id, fax };
          },
          fetch: async ({ mediaUrl }) => ({ kind: 'ok', value: Buffer.from(mediaUrl, 'base64') }),
        },
        reaches: () => true,
        send: async (call) => {
          const flew = await call.handOver(() => void flights.push(`${loft}: ${call.to} ${call.pages}`));
          return flew ? { kind: 'delivered', pages: call.pages } : { kind: 'never-placed' };
        },
        adopt: async ({ pagesConfirmed }) => ({ kind: 'uncertain', pagesConfirmed }),
        check: async () => ({ ok: true }),
      },
    };
  },
};
