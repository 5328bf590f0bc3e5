import type { ApiError } from '#web/kit/api-error.ts';
import { sendable } from './attachment-rules.ts';
import type { Attachment } from './attachment-rules.ts';
import type { CoverField, Draft } from './draft-store.ts';
import { COVER_FIELDS, coverFaults, WIRE_NAMES } from './fax-form.ts';

/** The place of an error on the screen; `fax` is the fax as a whole. */
export type Place = 'to' | 'files' | 'cover' | 'fax' | CoverField;

/** Error messages by place. */
export type Problems = Readonly<Partial<Record<Place, string>>>;

/** The errors that prevent a send before the server is called, in page order (COMP-26 to COMP-28). */
export type Obstacle = 'recipients' | 'unfinished' | 'pages' | 'nothing' | 'cover-empty' | 'phone';

/** Returns the first obstacle, or null if the fax can be sent. */
export function obstacleOf(draft: Draft, files: readonly Attachment[]): Obstacle | null {
  if (draft.numbers.length === 0) return 'recipients';
  // Typed text that is not a number yet was meant as a recipient, too.
  if (draft.typing.trim() !== '') return 'unfinished';
  // Pages that the user meant to leave out must not be sent because of a typing error.
  if (sendable(files).some(({ wrongPages }) => wrongPages !== undefined)) return 'pages';
  if (!draft.cover.use && sendable(files).length === 0) return 'nothing';
  const faults = coverFaults(draft.cover);
  if (faults.empty) return 'cover-empty';
  return faults.phone ? 'phone' : null;
}

/** The server's error codes by the place that causes them; all others concern the fax as a whole. */
const PLACES: Readonly<Record<string, Place>> = {
  NO_RECIPIENTS: 'to',
  TOO_MANY_RECIPIENTS: 'to',
  NUMBER_INVALID: 'to',
  INTERNATIONAL_NOT_ALLOWED: 'to',
  DESTINATION_NOT_ALLOWED: 'to',
  NO_ROUTE: 'to',
  NOTHING_TO_SEND: 'files',
  TOO_MANY_FILES: 'files',
  UPLOAD_TOO_BIG: 'files',
  FILE_TYPE: 'files',
  FILE_TOO_BIG: 'files',
  FILE_EMPTY: 'files',
  FILE_INFECTED: 'files',
  DRAFT_UNKNOWN: 'files',
  DRAFT_FAILED: 'files',
  COVER_PAGE_EMPTY: 'cover',
  TEMPLATE_UNKNOWN: 'cover',
};

/** The place of a refusal: messages by place, and the files that it names. */
export interface PlacedRefusal {
  problems: Problems;
  files: ReadonlySet<string>;
}

/** Finds the fields and files of a refusal by its field codes, its error code, or a file name in its message. */
export function placeRefusal(error: ApiError, message: string, sent: readonly Attachment[]): PlacedRefusal {
  const place = PLACES[error.code];
  const named = sent.filter(
    (attachment, i) =>
      `userfiles[${i}]` in error.fields ||
      `drafts[${i}]` in error.fields ||
      (place === 'files' && message.includes(attachment.name)),
  );
  const fields = COVER_FIELDS.filter((field) => WIRE_NAMES[field] in error.fields);
  const files = new Set(named.map((attachment) => attachment.id));
  if (fields.length > 0)
    return { problems: Object.fromEntries(fields.map((field) => [field, message])), files };
  if (files.size > 0) return { problems: {}, files };
  return { problems: { ['destinations' in error.fields ? 'to' : (place ?? 'fax')]: message }, files };
}
