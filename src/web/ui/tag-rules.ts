/**
 * A finished chip; `key` decides whether two chips are the same (digits of a number, lower-cased address), and is
 * itself a valid entry.
 */
export interface Tag {
  key: string;
  label: string;
  /** A name for the label, such as that of a number's owner; shown before the label. */
  name?: string;
}

/** The result of parsing a typed entry. `invalid` contains the error message. */
export type ParsedTag = { kind: 'tag'; tag: Tag } | { kind: 'invalid'; entry: string; message: string };

/** The rules of one tag input, injected so that this part is independent of the kind of entries. */
export interface TagRules {
  parse: (entry: string) => ParsedTag;
  max: number;
  /** The message about an entry for which there is no more room. */
  noRoom: (entry: string) => string;
  /** The hint about rejected text that is still in the field. */
  unfinished: string;
}

/** The new chips and the rejected entries, including those beyond the limit; duplicates are ignored. */
export interface AddedTags {
  tags: readonly Tag[];
  invalid: readonly Extract<ParsedTag, { kind: 'invalid' }>[];
}

/** The separators that people use between numbers and addresses; a pasted list holds several entries. */
const SEPARATORS = /[,;\n\r\t]+/;

/** A name that a mail program puts before an address, which may contain separators: "Lee, Ann" <ann@example.org>. */
const QUOTED_NAME = /"[^"\n]*"(?=\s*<)/g;

/** Splits typed or pasted text into entries; drops empty ones. */
export function splitEntries(text: string): string[] {
  return text
    .replaceAll(QUOTED_NAME, '')
    .split(SEPARATORS)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/**
 * Adds entries by the rules; also used by any other control that fills the same input (a contact picker), so that both
 * treat duplicates, errors and the limit alike.
 */
export function addTags(tags: readonly Tag[], entries: readonly string[], rules: TagRules): AddedTags {
  const next = [...tags];
  const invalid: Extract<ParsedTag, { kind: 'invalid' }>[] = [];
  for (const entry of entries) {
    const parsed = rules.parse(entry);
    if (parsed.kind === 'invalid') invalid.push(parsed);
    else if (next.some((tag) => tag.key === parsed.tag.key)) continue;
    else if (next.length < rules.max) next.push(parsed.tag);
    // If it were dropped silently, people would believe that the fax goes there, too.
    else invalid.push({ kind: 'invalid', entry, message: rules.noRoom(entry) });
  }
  // Reported once, however often it was pasted.
  const told = new Map(invalid.map((one) => [one.entry, one]));
  return { tags: next, invalid: [...told.values()] };
}

/** Formats a tag as text: «Dana Whitfield · 732-555-0119». */
export function spokenTag({ name, label }: Tag): string {
  return name === undefined ? label : `${name} · ${label}`;
}
