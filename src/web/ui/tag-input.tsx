import './tag-input.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { Field } from './field.tsx';
import { TagChips } from './tag-chips.tsx';
import { addTags, splitEntries } from './tag-rules.ts';
import type { AddedTags, Tag, TagRules } from './tag-rules.ts';
import type { TagSuggestions } from './tag-suggestions.ts';
import { TagText } from './tag-text.tsx';

/** How long the message about a rejected entry stays, in ms (COMP-04: five seconds). */
export const INVALID_TAG_MS = 5000;

/** The props of a tag input; texts and rules come from the caller. */
export interface TagInputProps extends TagRules {
  label: string;
  labelAction?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Formats the number of chips, such as «2 of 10». */
  counter?: (count: number) => string;
  placeholder?: string | undefined;
  removeLabel: (tag: Tag) => string;
  editLabel: (tag: Tag) => string;
  tags: readonly Tag[];
  onChange: (tags: readonly Tag[]) => void;
  /** Called for every rejected entry, for rules that also block the person elsewhere. */
  onInvalid?: ((invalid: AddedTags['invalid']) => void) | undefined;
  /** The typed text that is not a chip yet, if the caller keeps it. */
  typed?: { text: string; onText: (text: string) => void };
  /** Suggestions for the typed text. */
  suggestions?: TagSuggestions | undefined;
  inputMode?: 'tel' | 'email' | 'text';
  disabled?: boolean | undefined;
  /** Takes the focus when it appears, on a page whose main purpose is this field. */
  focusFirst?: boolean;
  /** The text field; null while there is no room for more chips. */
  textRef?: Ref<HTMLInputElement> | undefined;
}

/**
 * Chips in a field. Enter, comma or leaving the field adds the typed text; a pasted list adds all its entries. Rejected
 * text stays in the field, marked, with its error message for five seconds and a hint on what to do after that; an
 * entry for which there is no room shows as a red chip as long as its message. At the limit, the text field is hidden.
 */
export function TagInput(props: TagInputProps) {
  const { tags, onChange, max } = props;
  const { place, keep } = useKeptFocus(tags);
  const { text, setText, refused, tried, add } = useTyping(props, () => keep('stay'));
  const unfinished = text !== '' && text === tried;
  const remove = (tag: Tag) => onChange(tags.filter((other) => other.key !== tag.key));
  const edit = (tag: Tag) => {
    keep('text');
    remove(tag);
    setText(text === '' ? tag.label : `${text}; ${tag.label}`);
  };
  return (
    <Field
      counter={props.counter?.(tags.length)}
      error={refused.at(-1)?.message ?? props.error}
      hint={unfinished ? <span className="tags-unfinished">{props.unfinished}</span> : props.hint}
      label={props.label}
      labelAction={props.labelAction}
    >
      {(control) => (
        <div className="tags" data-disabled={props.disabled || undefined} ref={place}>
          <TagChips
            {...props}
            leftOut={refused.filter(({ entry }) => props.parse(entry).kind === 'tag')}
            onEdit={edit}
            onRemove={(tag, byKey) => {
              // Removing a number by touch must not open the phone's keyboard.
              if (byKey) keep('stay');
              remove(tag);
            }}
          />
          {(tags.length < max || text !== '') && (
            <TagText
              add={add}
              control={{ ...control, 'aria-invalid': control['aria-invalid'] ?? (unfinished || undefined) }}
              disabled={props.disabled === true}
              focusFirst={props.focusFirst === true}
              inputMode={props.inputMode ?? 'text'}
              onBack={() => onChange(tags.slice(0, -1))}
              onChoose={({ tag, choose }) => {
                if (choose === undefined) add(tag.key);
                else if (choose()) {
                  keep('stay');
                  setText('');
                }
              }}
              onLeave={() => {
                // Reported already: the message appears for every new attempt, not every time the field loses focus.
                if (!unfinished) add(text);
              }}
              place={place}
              placeholder={tags.length === 0 ? props.placeholder : undefined}
              setText={setText}
              suggestions={props.suggestions}
              text={text}
              textRef={props.textRef}
            />
          )}
        </div>
      )}
    </Field>
  );
}

/** The typed text, its rejected entries, and the function that adds it. */
function useTyping(props: TagInputProps, keep: () => void) {
  const [own, setOwn] = useState('');
  const { text, onText: setText } = props.typed ?? { text: own, onText: setOwn };
  const [refused, setRefused] = useState<AddedTags['invalid']>([]);
  const [tried, setTried] = useState('');
  useEffect(() => {
    const timer = refused.length === 0 ? undefined : setTimeout(() => setRefused([]), INVALID_TAG_MS);
    return () => clearTimeout(timer);
  }, [refused]);
  const add = (typed: string) => {
    const entries = splitEntries(typed);
    const { tags, invalid } = addTags(props.tags, entries, props);
    // Text that can still be corrected stays; nothing that was typed or pasted gets lost.
    const left = invalid.filter(({ entry }) => props.parse(entry).kind === 'invalid');
    const kept = left.map(({ entry }) => entry).join('; ');
    if (kept !== text) setText(kept);
    setTried(kept);
    if (tags.length !== props.tags.length) {
      keep();
      props.onChange(tags);
    }
    if (entries.length === 0) return;
    setRefused(invalid);
    if (invalid.length > 0) props.onInvalid?.(invalid);
  };
  return { text, setText, refused, tried, add };
}

/**
 * Keeps the focus for keyboard users: adding the last chip removes the text field, and removing a chip also removes its
 * buttons. `keep`, called before the chips change, says whether the focus stays inside the field or moves to the text.
 */
function useKeptFocus(tags: readonly Tag[]) {
  const place = useRef<HTMLDivElement>(null);
  const next = useRef<'none' | 'inside' | 'text'>('none');
  const drawn = useRef(tags);
  useLayoutEffect(() => {
    if (drawn.current === tags) return;
    drawn.current = tags;
    const wanted = next.current;
    next.current = 'none';
    const lost = wanted === 'inside' && place.current?.contains(document.activeElement) === false;
    if (!lost && wanted !== 'text') return;
    const buttons = place.current?.querySelectorAll<HTMLElement>('.tag-x');
    (place.current?.querySelector('input') ?? buttons?.[buttons.length - 1])?.focus();
  }, [tags]);
  const keep = (where: 'stay' | 'text') => {
    const inside = place.current?.contains(document.activeElement) === true;
    next.current = where === 'text' ? 'text' : inside ? 'inside' : 'none';
  };
  return { place, keep };
}
