/** A finished chip; `key` decides whether two chips mean the same (digits of a number, lower-cased address). */
export interface Tag {
  key: string;
  label: string;
  /** Words after the label in small type, such as the known name of a number. */
  note?: string;
}

/** What a typed entry turned out to be. `invalid` carries the sentence the person is shown. */
export type ParsedTag = { kind: 'tag'; tag: Tag } | { kind: 'invalid'; entry: string; message: string };

/** The rules of one tag input, injected so that this part knows nothing of what is typed. */
export interface TagRules {
  parse: (entry: string) => ParsedTag;
  max: number;
}

/** The new chips and the entries that were refused; entries beyond the limit are dropped, duplicates ignored. */
export interface AddedTags {
  tags: readonly Tag[];
  invalid: readonly Extract<ParsedTag, { kind: 'invalid' }>[];
}

/** A pasted list holds several entries; separators are those people use between numbers and addresses. */
const SEPARATORS = /[,;\n\r\t]+/;

/** Splits typed or pasted text into entries without empty ones. */
export function splitEntries(text: string): string[] {
  return text
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
    else if (next.length < rules.max && !next.some((tag) => tag.key === parsed.tag.key))
      next.push(parsed.tag);
  }
  return { tags: next, invalid };
}
