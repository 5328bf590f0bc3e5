import { useEffect, useId, useImperativeHandle, useRef } from 'react';
import type { ClipboardEvent, KeyboardEvent, Ref, RefObject } from 'react';
import { atRelease } from './at-release.ts';
import type { FieldControl } from './field.tsx';
import { later } from './later.tsx';
import type { TagOptionsProps } from './tag-options.tsx';
import { splitEntries } from './tag-rules.ts';
import { useSuggestionList } from './tag-suggestions.ts';
import type { SuggestionList, TagSuggestion, TagSuggestions } from './tag-suggestions.ts';

const TagOptions = later<TagOptionsProps>(async () => (await import('./tag-options.tsx')).TagOptions);

/** The props of the text field of a tag input. */
interface TagTextProps {
  text: string;
  setText: (text: string) => void;
  /** Turns a text into chips. */
  add: (text: string) => void;
  onLeave: () => void;
  onBack: () => void;
  onChoose: (option: TagSuggestion) => void;
  suggestions: TagSuggestions | undefined;
  control: FieldControl;
  inputMode: 'tel' | 'email' | 'text';
  placeholder: string | undefined;
  disabled: boolean;
  focusFirst: boolean;
  textRef: Ref<HTMLInputElement> | undefined;
  /** The whole field; suggestions appear below it. */
  place: RefObject<HTMLElement | null>;
}

/**
 * The text field whose text becomes chips; with suggestions it is a combobox. The list is our own, not React Aria's:
 * that one owns the text and a single choice, while here the text is free, may be a list, and its suggestions arrive
 * later.
 */
export function TagText(props: TagTextProps) {
  const { text, suggestions, setText, add, onChoose, onLeave } = props;
  const box = useRef<HTMLInputElement>(null);
  useImperativeHandle(props.textRef, () => box.current as HTMLInputElement, []);
  useEffect(() => {
    if (props.focusFirst) box.current?.focus();
  }, [props.focusFirst]);
  const id = useId();
  const list = useSuggestionList(text, suggestions, { choose: onChoose, add });
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || list.onKey(event)) return;
    // Alt+Shift+Enter is the page's shortcut for «send», not a chip.
    if ((event.key === 'Enter' && !event.altKey) || event.key === ',') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '') props.onBack();
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (splitEntries(pasted).length < 2) return;
    event.preventDefault();
    add(`${text}${pasted}`);
  };
  return (
    <>
      <input
        {...props.control}
        {...(suggestions !== undefined && comboboxOf(list, id))}
        autoComplete="off"
        className="tag-text num"
        disabled={props.disabled}
        enterKeyHint="done"
        inputMode={props.inputMode}
        onBlur={() => {
          list.setFocused(false);
          atRelease(onLeave);
        }}
        onChange={({ target }) => (target.value.includes(',') ? add(target.value) : setText(target.value))}
        onFocus={() => list.setFocused(true)}
        onKeyDown={onKey}
        onPaste={onPaste}
        placeholder={props.placeholder}
        ref={box}
        spellCheck={false}
        type="text"
        value={text}
      />
      {suggestions !== undefined && (
        <>
          <output className="sr">{list.open && suggestions.count}</output>
          <TagOptions
            id={id}
            label={suggestions.label}
            list={list}
            onChoose={list.choose}
            open={list.open}
            place={props.place}
          />
        </>
      )}
    </>
  );
}

/**
 * Returns the attributes that make the text field a combobox (WAI-ARIA 1.2): the focus stays in it, and it references
 * the marked option.
 */
function comboboxOf({ open, active }: SuggestionList, id: string) {
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    'aria-activedescendant': open && active >= 0 ? `${id}-${active}` : undefined,
  } as const;
}
