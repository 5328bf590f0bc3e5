import type { Photos } from '#contract/faxes/compose.ts';
import type { OriginalFile } from '#engine/database/tables-faxes.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { AppError } from '#server/kit/app-error.ts';

import { CONVERTED } from '#server/features/faxes/queue/outbox.service.ts';
import { newStorageKey, sha256Of } from '#server/features/faxes/files/stored-faxes.service.ts';
import { pagesKey, uploadKey } from './draft-files.ts';
import type { DraftRow } from './drafts.store.ts';
import type { FileToSend } from './send-request.ts';

/** Where files are kept. */
interface StoreDeps {
  files: FileStore;
}

/** One file of the fax: converted before, or uploaded with the send. */
export type Part = { index: number } & ({ draft: DraftRow } | { file: FileToSend; photos: Photos });

/** Copies converted drafts as the pages that they are, and what is not converted yet as it was uploaded. */
export async function storeOriginals(
  deps: StoreDeps,
  parts: readonly Part[],
): Promise<{ storageKey: string; originals: OriginalFile[] }> {
  const storageKey = newStorageKey();
  const originals: OriginalFile[] = [];
  for (const part of parts.toSorted((a, b) => a.index - b.index)) {
    const { name, type, bytes, photos } =
      'file' in part
        ? {
            name: part.file.name,
            type: part.file.extension,
            bytes: await part.file.read(),
            photos: part.photos,
          }
        : await readDraft(deps, part.draft, part.index);
    const key = `${storageKey}/original-${originals.length}`;
    await deps.files.put(key, bytes);
    originals.push({
      name,
      type,
      size: bytes.byteLength,
      key,
      sha256: sha256Of(bytes),
      ...(photos === 'fine' ? { photos } : {}),
    });
  }
  return { storageKey, originals };
}

async function readDraft({ files }: StoreDeps, draft: DraftRow, index: number) {
  const { key, name, extension, photos } = draft;
  const ready = draft.state === 'ready';
  const bytes = await files.get(ready ? pagesKey(key) : uploadKey(key));
  if (!bytes) throw new AppError('DRAFT_UNKNOWN', { fields: { [`drafts[${index}]`]: 'DRAFT_UNKNOWN' } });
  return { name, type: ready ? CONVERTED : extension, bytes, photos };
}
