import { useTranslation } from 'react-i18next';
import { emailAddress } from '#contract/kit/email-address.ts';
import { TagInput } from '#web/ui/tag-input.tsx';
import type { Tag } from '#web/ui/tag-rules.ts';
import type { TagSuggestions } from '#web/ui/tag-suggestions.ts';

/** Returns only the address of a mail program's notation with a name in front: Anna Müller <anna@example.org>. */
function bareAddress(entry: string): string {
  return /^[^<>]*<([^<>]+)>$/.exec(entry)?.[1]?.trim() ?? entry;
}

/** Returns the chip of an address; undefined for anything else. */
function emailTag(typed: string): Tag | undefined {
  const parsed = emailAddress.safeParse(bareAddress(typed.trim()));
  return parsed.success ? { key: parsed.data.toLowerCase(), label: parsed.data } : undefined;
}

/**
 * Returns the chips with the typed address added at the end. Empty if the typed text is not an address, or is one too
 * many, because the user meant it to count, too.
 */
export function emailTags(tags: readonly Tag[], typed: string, max: number): readonly Tag[] {
  if (typed.trim() === '') return tags;
  const last = emailTag(typed);
  if (last === undefined) return [];
  const all = tags.some(({ key }) => key === last.key) ? tags : [...tags, last];
  return all.length > max ? [] : all;
}

/** A field for several email addresses, each a chip; text that is not an address yet stays, with its message. */
export function EmailTags(props: {
  label: string;
  hint: string;
  max: number;
  tags: readonly Tag[];
  onChange: (tags: readonly Tag[]) => void;
  /** The typed text that is not an address yet. */
  typed: { text: string; onText: (text: string) => void };
  error?: string | undefined;
  placeholder?: string;
  suggestions?: TagSuggestions;
}) {
  const { max } = props;
  const { t } = useTranslation();
  return (
    <TagInput
      {...props}
      counter={(count) => t('compose.to.counter', { count, max })}
      editLabel={({ label }) => t('compose.to.edit', { number: label })}
      focusFirst
      inputMode="email"
      noRoom={(entry) => t('forward.noRoom', { entry, max })}
      parse={(entry) => {
        const tag = emailTag(entry);
        if (tag === undefined) return { kind: 'invalid', entry, message: t('forward.invalid', { entry }) };
        return { kind: 'tag', tag };
      }}
      removeLabel={({ label }) => t('compose.to.remove', { number: label })}
      unfinished={t('forward.unfinished')}
    />
  );
}
