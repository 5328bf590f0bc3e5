import type { z } from 'zod';

import type { getDraft } from '#contract/v1/drafts.ts';

import type { DraftRow } from '../drafts.store.ts';
import type { ProgramDraft } from './program-drafts.service.ts';

const STATES = { new: 'converting', ready: 'ready', failed: 'failed' } as const;

/** Returns a draft in the wire's form. */
export function draftOnWire({
  id,
  files,
  seconds,
  createdAt,
  expiresAt,
}: ProgramDraft): z.input<typeof getDraft.reply> {
  const state = stateOf(files);
  const pages = state === 'ready' ? files.reduce((sum, file) => sum + file.pages, 0) : null;
  return {
    object: 'draft',
    id: `drf_${id}`,
    state,
    pages,
    seconds,
    billed_pages: pages,
    files: files.map((file) => ({
      name: file.name,
      bytes: file.bytes,
      state: STATES[file.state],
      pages: file.state === 'ready' ? file.pages : null,
      error: file.fault?.toLowerCase() ?? null,
    })),
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}

function stateOf(files: readonly DraftRow[]): (typeof STATES)[keyof typeof STATES] {
  if (files.some((file) => file.state === 'failed')) return 'failed';
  return files.every((file) => file.state === 'ready') ? 'ready' : 'converting';
}
