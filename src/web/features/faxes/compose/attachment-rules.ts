import { hasAllowedExtension } from '#contract/faxes/compose.ts';
import type { UploadLimits } from '#contract/faxes/send-limits.ts';
import type { PlannedPage } from '#contract/faxes/page-plan.ts';

/**
 * The reason why a file is not sent: found here, reported by the server (`refused`, with a message), found during
 * conversion (`unreadable`), or no longer available to the page (`gone`).
 */
export type Fault = 'type' | 'size' | 'empty' | 'count' | 'total' | 'refused' | 'unreadable' | 'gone';

/** The progress of a file toward fax pages. A file without one is uploaded with the fax itself. */
export type Conversion =
  | { kind: 'uploading'; share: number }
  | { kind: 'converting'; key: string; pages?: { done: number; of: number } | undefined }
  | { kind: 'ready'; key: string; pages: number };

/** A chosen file. A file with a fault stays in the list until it is removed and is never sent. */
export interface Attachment {
  id: string;
  name: string;
  size: number;
  /** Null after a reload: then the server has the file, but the browser does not. */
  file: File | null;
  fault: Fault | null;
  /** The server's message about this file. */
  reason?: string;
  conversion: Conversion | null;
  /** Its pages, unless all of them are sent unchanged. */
  strip?: readonly StripPage[];
  /** The text typed into its pages field, if it is invalid. */
  wrongPages?: string | undefined;
}

/** A page of a file's strip; a page that is left out keeps its position. */
export interface StripPage extends PlannedPage {
  out: boolean;
}

let nextId = 1;

/** Returns a file id that is unique within this page. */
export function newId(): string {
  return String(nextId++);
}

/** Checks files by the server's rules (COMP-31 to COMP-33, spec http-api 4.9), before anything is uploaded. */
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

/** Returns the files that are sent with the fax. */
export function sendable(attachments: readonly Attachment[]): Attachment[] {
  return attachments.filter((attachment) => attachment.fault === null);
}

/** Returns the extension of a file name in capitals, as people write it («DWG files»); empty if there is none. */
export function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toUpperCase() ?? '';
}

/** Removes characters that change the reading direction: a program must not look like a PDF (A-UPLOAD-07). */
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

/** Returns the server's id of a file; null if the server does not have it. */
export function keyOf({ conversion }: Attachment): string | null {
  return conversion === null || conversion.kind === 'uploading' ? null : conversion.key;
}

/** Returns whether the server lacks a file that is to be sent. */
export function lacksFile(files: readonly Attachment[]): boolean {
  return sendable(files).some((file) => keyOf(file) === null);
}
