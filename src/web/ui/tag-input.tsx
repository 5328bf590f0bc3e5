import './tag-input.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { Field } from './field.tsx';
import { TagChips } from './tag-chips.tsx';
import { addTags, splitEntries } from './tag-rules.ts';
import type { AddedTags, Tag, TagRules } from './tag-rules.ts';
import type { TagSuggestions } from './tag-suggestions.ts';
import { TagText } from './tag-text.tsx';

/** How long the sentence about a refused entry stays (COMP-04: five seconds). */
export const INVALID_TAG_MS = 5000;

/** Everything a tag input needs; words and rules come from outside. */
export interface TagInputProps extends TagRules {
  label: string;
  labelAction?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** «2 of 10», given the number of chips. */
  counter?: (count: number) => string;
  placeholder?: string | undefined;
  removeLabel: (tag: Tag) => string;
  editLabel: (tag: Tag) => string;
  tags: readonly Tag[];
  onChange: (tags: readonly Tag[]) => void;
  /** Told about every refused entry, for rules that also stop the person elsewhere. */
  onInvalid?: ((invalid: AddedTags['invalid']) => void) | undefined;
  /** What is typed and no chip yet, where somebody else keeps it. */
  typed?: { text: string; onText: (text: string) => void };
  /** What may be meant by the typed text. */
  suggestions?: TagSuggestions | undefined;
  inputMode?: 'tel' | 'email' | 'text';
  disabled?: boolean | undefined;
  /** Takes the focus when it appears, on a page whose first job is this field. */
  focusFirst?: boolean;
  /** The text field; null while there is no room for more chips. */
  textRef?: Ref<HTMLInputElement> | undefined;
}

/**
 * Chips in a field. Enter, comma or leaving the field adds what was typed; a pasted list adds all its entries. What is
 * refused stays in the text field, marked, with its sentence for five seconds and what to do about it after that; an
 * entry for which there is no room shows as a red chip as long as its sentence. At the limit the text field hides.
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
              // A finger that takes a number away does not ask for the phone's keyboard.
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
                // Told already: the sentence is about every new try, not about every way past the field.
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

/** What is typed, what of it was refused, and what becomes of it. */
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
    // What may still become an entry stays to be finished; nothing that was typed or pasted gets lost.
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
 * The last chip takes the text field away, and a chip that goes takes its buttons along. Who works by keyboard stays in
 * the field all the same: `keep` says, before the chips change, that the focus is to stay, or to go to the text.
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
