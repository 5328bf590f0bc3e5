/** A finished chip; `key` decides whether two chips mean the same (digits of a number, lower-cased address), and is an entry itself. */
export interface Tag {
  key: string;
  label: string;
  /** What the label is known as, such as the name of a number; it stands before the label. */
  name?: string;
}

/** What a typed entry turned out to be. `invalid` carries the sentence the person is shown. */
export type ParsedTag = { kind: 'tag'; tag: Tag } | { kind: 'invalid'; entry: string; message: string };

/** The rules of one tag input, injected so that this part knows nothing of what is typed. */
export interface TagRules {
  parse: (entry: string) => ParsedTag;
  max: number;
  /** The sentence about an entry for which there is no room any more. */
  noRoom: (entry: string) => string;
  /** What to do about text that was refused and still stands in the field. */
  unfinished: string;
}

/** The new chips and the entries that were refused, those beyond the limit among them; duplicates are ignored. */
export interface AddedTags {
  tags: readonly Tag[];
  invalid: readonly Extract<ParsedTag, { kind: 'invalid' }>[];
}

/** A pasted list holds several entries; separators are those people use between numbers and addresses. */
const SEPARATORS = /[,;\n\r\t]+/;

/** A name that a mail program puts before an address, with separators of its own: "Lee, Ann" <ann@example.org>. */
const QUOTED_NAME = /"[^"\n]*"(?=\s*<)/g;

/** Splits typed or pasted text into entries without empty ones. */
export function splitEntries(text: string): string[] {
  return text
    .replaceAll(QUOTED_NAME, '')
    .split(SEPARATORS)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/**
 * Adds entries by the rules; also used by whatever else fills the same input (a contact picker), so that both ways
 * treat duplicates, faults and the limit alike.
 */
export function addTags(tags: readonly Tag[], entries: readonly string[], rules: TagRules): AddedTags {
  const next = [...tags];
  const invalid: Extract<ParsedTag, { kind: 'invalid' }>[] = [];
  for (const entry of entries) {
    const parsed = rules.parse(entry);
    if (parsed.kind === 'invalid') invalid.push(parsed);
    else if (next.some((tag) => tag.key === parsed.tag.key)) continue;
    else if (next.length < rules.max) next.push(parsed.tag);
    // Left out without a word, somebody would believe that it was sent there, too.
    else invalid.push({ kind: 'invalid', entry, message: rules.noRoom(entry) });
  }
  // Said once, however often it was pasted.
  const told = new Map(invalid.map((one) => [one.entry, one]));
  return { tags: next, invalid: [...told.values()] };
}

/** A tag as one says it: «Dana Whitfield · 732-555-0119». */
export function spokenTag({ name, label }: Tag): string {
  return name === undefined ? label : `${name} · ${label}`;
}
