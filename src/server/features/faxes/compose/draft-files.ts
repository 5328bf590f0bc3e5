import type { Logger } from 'pino';

import type { FileStore } from '#engine/file-store/port.ts';
import { logEvent } from '#server/kit/log-event.ts';

/** Folder of drafts in the file store: apart from documents, whose cleanup does not cover drafts. */
export const DRAFT_FOLDER = 'drafts/';

/** Returns the key of a draft's upload in the file store. */
export function uploadKey(key: string): string {
  return `${DRAFT_FOLDER}${key}/upload`;
}

/** Returns the key of a draft's fax pages. */
export function pagesKey(key: string): string {
  return `${DRAFT_FOLDER}${key}/pages.tiff`;
}

/** Removes the files of drafts whose rows are gone. The next sweep finds those that cannot be removed now. */
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
