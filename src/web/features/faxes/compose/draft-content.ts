import type { FaxDraftContent } from '#contract/faxes/fax-drafts.ts';
import { keyOf } from './attachment-rules.ts';
import type { Attachment } from './attachment-rules.ts';
import type { Draft } from './draft-store.ts';

/** Returns the part of a fax that the server stores; files that the server does not have stay in this browser. */
export function contentOf(draft: Draft, files: readonly Attachment[]): FaxDraftContent {
  const { prefilled: _prefilled, numbers, ...written } = draft;
  return {
    ...written,
    numbers: [...numbers],
    files: files.flatMap((file) => {
      const key = keyOf(file);
      const { name, size, strip } = file;
      return key === null || file.fault === 'gone'
        ? []
        : [{ key, name, size, ...(strip && { strip: [...strip] }) }];
    }),
  };
}

/** Converts a draft of the server. The preferences were filled in when it was started. */
export function draftOf({ files: _files, ...written }: FaxDraftContent): Draft {
  return { ...written, prefilled: true };
}
