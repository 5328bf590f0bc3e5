import type { DocumentEngine } from '#engine/documents/port.ts';
import { AppError } from '#server/kit/app-error.ts';

/** How long the types are cached: they change only with the software that is installed on the machine. */
const TYPES_KNOWN_MS = 60_000;

/** Refuses a file whose type this machine cannot convert: accepting it would only fail later. */
export type RefuseUnconvertible = (files: readonly { name: string; extension: string }[]) => Promise<void>;

/** Returns the check; the convertible types are cached. */
export function convertibleTypes(documents: Pick<DocumentEngine, 'status'>): RefuseUnconvertible {
  let known: { types: ReadonlySet<string>; until: number } | undefined;
  return async (files) => {
    if (!known || Date.now() >= known.until) {
      const { types } = await documents.status();
      const usable = new Set(types.filter(({ ok }) => ok).map(({ extension }) => extension));
      known = { types: usable, until: Date.now() + TYPES_KNOWN_MS };
    }
    const { types } = known;
    const file = files.find(({ extension }) => !types.has(extension));
    if (file) throw new AppError('FILE_TYPE', { params: { file: file.name } });
  };
}
