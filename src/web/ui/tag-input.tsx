import './tag-input.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react';
import { X } from 'lucide-react';
import { atRelease } from './at-release.ts';
import { Field } from './field.tsx';
import type { FieldControl } from './field.tsx';
import { Icon } from './icon.tsx';
import { addTags, splitEntries } from './tag-rules.ts';
import type { AddedTags, Tag, TagRules } from './tag-rules.ts';

/** How long a refused chip and its sentence stay (COMP-04: five seconds). */
export const INVALID_TAG_MS = 5000;

/** Everything a tag input needs; words and rules come from outside. */
export interface TagInputProps extends TagRules {
  label: string;
  labelAction?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** «2 of 10», given the number of chips. */
  counter?: (count: number) => string;
  placeholder?: string;
  removeLabel: (tag: Tag) => string;
  tags: readonly Tag[];
  onChange: (tags: readonly Tag[]) => void;
  /** Told about every refused entry, for rules that also stop the person elsewhere. */
  onInvalid?: (invalid: AddedTags['invalid']) => void;
  /** What is typed and no chip yet, where somebody else keeps it. */
  typed?: { text: string; onText: (text: string) => void };
  inputMode?: 'tel' | 'email' | 'text';
  disabled?: boolean;
  /** Takes the focus when it appears, on a page whose first job is this field. */
  focusFirst?: boolean;
}

/**
 * Chips in a field. Enter, comma or leaving the field adds what was typed; a pasted list adds all its entries;
 * a refused one shows as a red chip with its sentence for five seconds; at the limit the input hides.
 */
export function TagInput(props: TagInputProps) {
  const { tags, onChange, max } = props;
  const [own, setOwn] = useState('');
  const { text, onText: setText } = props.typed ?? { text: own, onText: setOwn };
  const [refused, setRefused] = useState<AddedTags['invalid']>([]);
  useEffect(() => {
    const timer = refused.length === 0 ? undefined : setTimeout(() => setRefused([]), INVALID_TAG_MS);
    return () => clearTimeout(timer);
  }, [refused]);

  const { place, keep } = useKeptFocus(tags);

  const add = (typed: string) => {
    if (typed !== '') setText('');
    const entries = splitEntries(typed);
    if (entries.length === 0) return;
    const added = addTags(tags, entries, props);
    if (added.tags.length !== tags.length) {
      keep();
      onChange(added.tags);
    }
    setRefused(added.invalid);
    if (added.invalid.length > 0) props.onInvalid?.(added.invalid);
  };
  const full = tags.length >= max;
  return (
    <Field
      counter={props.counter?.(tags.length)}
      error={refused.at(-1)?.message ?? props.error}
      hint={props.hint}
      label={props.label}
      labelAction={props.labelAction}
    >
      {(control) => (
        <div className="tags" data-disabled={props.disabled || undefined} ref={place}>
          <Chips {...{ keep, onChange, refused, tags }} removeLabel={props.removeLabel} />
          {!full && (
            <TagText
              {...{
                text,
                setText,
                add,
                control,
                inputMode: props.inputMode ?? 'text',
                disabled: props.disabled === true,
              }}
              focusFirst={props.focusFirst === true}
              onBack={() => onChange(tags.slice(0, -1))}
              placeholder={tags.length === 0 ? props.placeholder : undefined}
            />
          )}
        </div>
      )}
    </Field>
  );
}

/**
 * The last chip takes the text field away, and a chip that goes takes its button along. Who works by keyboard stays in
 * the field all the same: `keep` says, before the chips change, that the focus is to stay.
 */
function useKeptFocus(tags: readonly Tag[]) {
  const place = useRef<HTMLDivElement>(null);
  const inside = useRef(false);
  const drawn = useRef(tags);
  useLayoutEffect(() => {
    if (drawn.current === tags) return;
    drawn.current = tags;
    const wanted = inside.current && place.current?.contains(document.activeElement) === false;
    inside.current = false;
    if (!wanted) return;
    const buttons = place.current?.querySelectorAll<HTMLElement>('.tag-x');
    (place.current?.querySelector('input') ?? buttons?.[buttons.length - 1])?.focus();
  }, [tags]);
  const keep = () => {
    inside.current = place.current?.contains(document.activeElement) === true;
  };
  return { place, keep };
}

function Chips(props: {
  tags: readonly Tag[];
  keep: () => void;
  refused: AddedTags['invalid'];
  onChange: (tags: readonly Tag[]) => void;
  removeLabel: (tag: Tag) => string;
}) {
  return (
    <ul className="tag-list">
      {props.tags.map((tag) => (
        <li className="tag num" key={tag.key}>
          <bdi dir="ltr">{tag.label}</bdi>
          {tag.note !== undefined && <small>{tag.note}</small>}
          <button
            aria-label={props.removeLabel(tag)}
            className="tag-x"
            onClick={({ detail }) => {
              // A finger that takes a number away does not ask for the phone's keyboard.
              if (detail === 0) props.keep();
              props.onChange(props.tags.filter((other) => other.key !== tag.key));
            }}
            type="button"
          >
            <Icon as={X} size="xs" />
          </button>
        </li>
      ))}
      {props.refused.map((bad) => (
        <li className="tag num" data-bad key={`bad ${bad.entry}`}>
          <bdi dir="ltr">{bad.entry}</bdi>
        </li>
      ))}
    </ul>
  );
}

function TagText(props: {
  text: string;
  setText: (text: string) => void;
  add: (text: string) => void;
  onBack: () => void;
  control: FieldControl;
  inputMode: 'tel' | 'email' | 'text';
  placeholder: string | undefined;
  disabled: boolean;
  focusFirst: boolean;
}) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (props.focusFirst) box.current?.focus();
  }, [props.focusFirst]);
  const onKey = (event: KeyboardEvent) => {
    // Alt+Shift+Enter is the page's shortcut for «send», not a chip.
    if ((event.key === 'Enter' && !event.altKey) || event.key === ',') {
      event.preventDefault();
      props.add(props.text);
    } else if (event.key === 'Backspace' && props.text === '') props.onBack();
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (splitEntries(pasted).length < 2) return;
    event.preventDefault();
    props.add(`${props.text}${pasted}`);
  };
  return (
    <input
      {...props.control}
      ref={box}
      autoComplete="off"
      className="tag-text num"
      disabled={props.disabled}
      enterKeyHint="done"
      inputMode={props.inputMode}
      onBlur={() => atRelease(() => props.add(props.text))}
      onChange={(event) =>
        event.target.value.includes(',') ? props.add(event.target.value) : props.setText(event.target.value)
      }
      onKeyDown={onKey}
      onPaste={onPaste}
      placeholder={props.placeholder}
      spellCheck={false}
      type="text"
      value={props.text}
    />
  );
}
