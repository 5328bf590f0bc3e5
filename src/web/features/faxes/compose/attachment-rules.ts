import { hasAllowedExtension } from '#contract/faxes/compose.ts';
import type { UploadLimits } from '#contract/faxes/send-limits.ts';
import type { PlannedPage } from '#contract/faxes/page-plan.ts';

/**
 * Why a file is not sent: found here, told by the server (`refused`, with its own sentence), found while it was
 * converted (`unreadable`), or known to the page no more (`gone`).
 */
export type Fault = 'type' | 'size' | 'empty' | 'count' | 'total' | 'refused' | 'unreadable' | 'gone';

/** How far a file is on its way to fax pages. Without any, it goes up with the fax itself. */
export type Conversion =
  | { kind: 'uploading'; share: number }
  | { kind: 'converting'; key: string; pages?: { done: number; of: number } | undefined }
  | { kind: 'ready'; key: string; pages: number };

/** A chosen file. One with a fault stays in the list until removed and is never sent. */
export interface Attachment {
  id: string;
  name: string;
  size: number;
  /** Null after a reload: the server has it, the browser has not. */
  file: File | null;
  fault: Fault | null;
  /** The server's sentence about this file. */
  reason?: string;
  conversion: Conversion | null;
  /** Its pages where not all of them are sent as they are. */
  strip?: readonly StripPage[];
  /** What was written for its pages and can't be read. */
  wrongPages?: string | undefined;
}

/** A page of a file beside the others; one that is left out keeps its place. */
export interface StripPage extends PlannedPage {
  out: boolean;
}

let nextId = 1;

/** A name for a file of this page. */
export function newId(): string {
  return String(nextId++);
}

/** The same rules as the server's (COMP-31 to COMP-33, spec http-api 4.9), asked before anything is uploaded. */
export function judgeFiles(
  known: readonly Attachment[],
  chosen: readonly File[],
  limits: UploadLimits,
): Attachment[] {
  const good = sendable(known);
  let count = good.length;
  let bytes = good.reduce((sum, attachment) => sum + attachment.size, 0);
  return chosen.map((file) => {
    const fault = faultOf(file, limits.fileBytes) ?? roomFor(file, { count, bytes }, limits);
    if (fault === null) {
      count += 1;
      bytes += file.size;
    }
    return { id: newId(), name: shownName(file.name), size: file.size, file, fault, conversion: null };
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

/** Without what turns the direction of reading: a program must not look like a PDF (A-UPLOAD-07). */
function shownName(name: string): string {
  return name.replaceAll(/\p{Cf}/gu, '');
}

function faultOf(file: File, mostBytes: number): Fault | null {
  if (!hasAllowedExtension(file.name)) return 'type';
  if (file.size > mostBytes) return 'size';
  return file.size === 0 ? 'empty' : null;
}

function roomFor(file: File, taken: { count: number; bytes: number }, limits: UploadLimits): Fault | null {
  if (taken.count >= limits.files) return 'count';
  return taken.bytes + file.size > limits.bytes ? 'total' : null;
}

/** The server's name of a file that it has; null while it is not there. */
export function keyOf({ conversion }: Attachment): string | null {
  return conversion === null || conversion.kind === 'uploading' ? null : conversion.key;
}

/** Whether the server lacks a file that is to be sent. */
export function lacksFile(files: readonly Attachment[]): boolean {
  return sendable(files).some((file) => keyOf(file) === null);
}
