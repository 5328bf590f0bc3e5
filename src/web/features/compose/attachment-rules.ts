import { hasAllowedExtension, MAX_FILE_BYTES, MAX_FILES, MAX_UPLOAD_BYTES } from '#contract/compose.ts';

/** Why a file is not sent: found here, or told by the server (`refused`, with its own sentence). */
export type Fault = 'type' | 'size' | 'empty' | 'count' | 'total' | 'refused';

/** A chosen file. One with a fault stays in the list until removed and is never sent (design README, section 5). */
export interface Attachment {
  id: string;
  file: File;
  fault: Fault | null;
  /** The server's sentence about this file. */
  reason?: string;
}

let nextId = 1;

/** The same rules as the server's (D1 §5, contract 4.9), asked before anything is uploaded. */
export function judgeFiles(known: readonly Attachment[], chosen: readonly File[]): Attachment[] {
  const good = sendable(known);
  let count = good.length;
  let bytes = good.reduce((sum, attachment) => sum + attachment.file.size, 0);
  return chosen.map((file) => {
    const fault = faultOf(file) ?? roomFor(file, count, bytes);
    if (fault === null) {
      count += 1;
      bytes += file.size;
    }
    return { id: String(nextId++), file, fault };
  });
}

/** The files that go with the fax. */
export function sendable(attachments: readonly Attachment[]): Attachment[] {
  return attachments.filter((attachment) => attachment.fault === null);
}

/** The ending of a file name in capitals, as people say it («DWG files»); empty when there is none. */
export function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toUpperCase() ?? '';
}

function faultOf(file: File): Fault | null {
  if (!hasAllowedExtension(file.name)) return 'type';
  if (file.size > MAX_FILE_BYTES) return 'size';
  return file.size === 0 ? 'empty' : null;
}

function roomFor(file: File, count: number, bytes: number): Fault | null {
  if (count >= MAX_FILES) return 'count';
  return bytes + file.size > MAX_UPLOAD_BYTES ? 'total' : null;
}
