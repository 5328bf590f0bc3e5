import type { Logger } from 'pino';

import type { FileStore } from '#engine/file-store/port.ts';
import { logEvent } from '#server/kit/log-event.ts';

/** Where drafts lie in the file store: apart from documents, whose clean-up knows nothing of them. */
export const DRAFT_FOLDER = 'drafts/';

/** Where a draft's upload lies in the file store. */
export function uploadKey(key: string): string {
  return `${DRAFT_FOLDER}${key}/upload`;
}

/** Where its fax pages lie. */
export function pagesKey(key: string): string {
  return `${DRAFT_FOLDER}${key}/pages.tiff`;
}

/** Removes the files of drafts whose rows are gone. What can't be removed now is found by the next sweep. */
export async function removeDraftFiles(
  { files, log }: { files: FileStore; log: Pick<Logger, 'warn'> },
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    for (const name of [uploadKey(key), pagesKey(key)]) {
      await files.delete(name).catch((error: unknown) => {
        logEvent(log, 'draft.file-not-removed', { key: name, reason: String(error) });
      });
    }
  }
}
