import { randomUUID } from 'node:crypto';

import type { FaxDraftContent } from '#contract/faxes/fax-drafts.ts';

import type { Audited, World } from './world.ts';

const PAGE = { device: 'd'.repeat(22), page: 'p'.repeat(22) };
const LINE = { name: '', company: '', phone: '', location: '', subject: '', comments: '' };
const SENDER = { fromName: '', fromCompany: '', fromPhone: '', fromLocation: '', templateId: '' };
const CONTENT: FaxDraftContent = {
  numbers: ['3105550111'],
  typing: '',
  cover: { use: false, ...LINE, ...SENDER },
  named: { name: '', company: '' },
  photos: 'quick',
  later: null,
  coverless: false,
  files: [],
};
const written = () => ({ id: randomUUID(), version: 0, ...PAGE, content: CONTENT });
const faxDraft = async (world: World) => {
  const body = written();
  await world.ask('saveFaxDraft', { body });
  return { id: body.id };
};

/** Unsent drafts. */
export const DRAFT_REQUESTS = {
  saveFaxDraft: ['fax-draft.add', () => ({ body: written() })],
  openFaxDraft: [
    'fax-draft.continue',
    async (world) => ({ body: { ...(await faxDraft(world)), ...PAGE, page: 'q'.repeat(22) } }),
  ],
  discardFaxDraft: ['fax-draft.discard', async (world) => ({ body: await faxDraft(world) })],
  restoreFaxDraft: [
    'fax-draft.restore',
    async (world) => {
      const body = await faxDraft(world);
      await world.ask('discardFaxDraft', { body });
      return { body };
    },
  ],
  duplicateFaxDraft: [
    'fax-draft.add',
    async (world) => ({ body: { ...(await faxDraft(world)), copy: randomUUID() } }),
  ],
} as const satisfies Record<string, Audited>;
