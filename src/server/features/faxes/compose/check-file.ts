import { safeName } from '#server/kit/safe-name.ts';

import { HEAD_BYTES, contentFits, extensionOf } from './file-type.ts';

/** Why a file can't be faxed. */
type FileFault = 'FILE_TYPE' | 'FILE_EMPTY' | 'FILE_TOO_BIG';

/** Checks a complete file by the rules of an upload: makes its name safe, and checks its type by name and content. */
export function checkFile(
  name: string,
  bytes: Uint8Array,
): { safe: string; extension: string; fault: FileFault | null } {
  const safe = safeName(name);
  const extension = extensionOf(safe);
  if (!extension) return { safe, extension: '', fault: 'FILE_TYPE' };
  if (bytes.byteLength === 0) return { safe, extension, fault: 'FILE_EMPTY' };
  const fits = contentFits(extension, bytes.subarray(0, HEAD_BYTES));
  return { safe, extension, fault: fits ? null : 'FILE_TYPE' };
}
