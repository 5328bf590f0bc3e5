import type { Photos } from '#contract/faxes/compose.ts';
import { formatPagePlan, isWholeFile } from '#contract/faxes/page-plan.ts';
import type { PagePlan } from '#contract/faxes/page-plan.ts';
import type { OriginalFile } from '#engine/database/tables-faxes.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { AppError } from '#server/kit/app-error.ts';

import { CONVERTED } from '#server/features/faxes/queue/outbox.service.ts';
import { newStorageKey, sha256Of } from '#server/features/faxes/files/stored-faxes.service.ts';
import { pagesKey, uploadKey } from './draft-files.ts';
import type { DraftRow } from './drafts.store.ts';
import type { FileToSend } from './send-request.ts';

/** Dependencies of storing files. */
interface StoreDeps {
  files: FileStore;
  documents: Pick<DocumentEngine, 'arrangePages'>;
}

/** A file of the fax: converted before, or uploaded with the send. */
export type Part = { index: number } & (
  | { draft: DraftRow; plan: PagePlan | null }
  | { file: FileToSend; photos: Photos }
);

/** Copies converted drafts as their pages, and unconverted ones as they were uploaded. */
export async function storeOriginals(
  deps: StoreDeps,
  parts: readonly Part[],
): Promise<{ storageKey: string; originals: OriginalFile[] }> {
  const storageKey = newStorageKey();
  const originals: OriginalFile[] = [];
  for (const part of parts.toSorted((a, b) => a.index - b.index)) {
    const { name, type, bytes, photos, plan } =
      'file' in part
        ? {
            name: part.file.name,
            type: part.file.extension,
            bytes: await part.file.read(),
            photos: part.photos,
            plan: null,
          }
        : await readDraft(deps, part);
    const key = `${storageKey}/original-${originals.length}`;
    await deps.files.put(key, bytes);
    originals.push({
      name,
      type,
      size: bytes.byteLength,
      key,
      sha256: sha256Of(bytes),
      ...(photos === 'fine' ? { photos } : {}),
      ...(plan === null ? {} : { plan: formatPagePlan(plan) }),
    });
  }
  return { storageKey, originals };
}

/**
 * For a converted file, keeps only the chosen pages, bit by bit, and the rotations to apply; for another, its whole
 * plan.
 */
async function readDraft(
  { files, documents }: StoreDeps,
  { draft, plan, index }: Extract<Part, { draft: unknown }>,
) {
  const { key, name, extension, photos, pages } = draft;
  const ready = draft.state === 'ready';
  const bytes = await files.get(ready ? pagesKey(key) : uploadKey(key));
  if (!bytes) throw new AppError('DRAFT_UNKNOWN', { fields: { [`drafts[${index}]`]: 'DRAFT_UNKNOWN' } });
  if (!ready) return { name, type: extension, bytes, photos, plan };
  if (plan === null || isWholeFile(plan, pages)) return { name, type: CONVERTED, bytes, photos, plan: null };
  const chosen = await documents.arrangePages(
    bytes,
    plan.map(({ page }) => ({ page, rotation: 0 })),
  );
  if (chosen.kind !== 'ok')
    throw new AppError('FIELD_INVALID', { fields: { [`pages[${index}]`]: 'PAGES_INVALID' } });
  const turns = plan.map(({ rotation }, at) => ({ page: at + 1, rotation }));
  const turned = isWholeFile(turns, turns.length) ? null : turns;
  return { name, type: CONVERTED, bytes: chosen.tiff, photos, plan: turned };
}
