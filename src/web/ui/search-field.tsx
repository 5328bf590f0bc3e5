import './field.css';
import './search-field.css';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Search, X } from 'lucide-react';
import { Icon } from './icon.tsx';

/**
 * A search box that searches on Enter (while typing only with `live`) and resets with its clear button; `value` is the
 * current search.
 */
export function SearchField(props: {
  label: string;
  clearLabel: string;
  placeholder?: string;
  value: string;
  onSearch: (value: string) => void;
  maxLength: number;
  disabled?: boolean;
  /** Searches on every key, for lists that are completely in the page already. */
  live?: boolean;
  /** Called for every change of the text, before it is searched for. */
  onType?: (text: string) => void;
}) {
  // A draft belongs to the search over which it was typed: a new search from elsewhere shows its own text.
  const [draft, setDraft] = useState<{ over: string; text: string } | null>(null);
  if (draft !== null && draft.over !== props.value) setDraft(null);
  const text = draft?.over === props.value ? draft.text : props.value;
  const setText = (typed: string) => {
    setDraft({ over: props.value, text: typed });
    props.onType?.(typed);
  };
  const search = (event: KeyboardEvent) => {
    if (event.key === 'Enter') props.onSearch(text.trim());
    if (event.key === 'Escape' && text !== '') clear();
  };
  const clear = () => {
    setText('');
    if (props.value !== '') props.onSearch('');
  };
  return (
    <search className="search" data-disabled={props.disabled || undefined} data-on={text !== '' || undefined}>
      <Icon as={Search} size="s" />
      <input
        aria-label={props.label}
        autoComplete="off"
        disabled={props.disabled}
        enterKeyHint="search"
        maxLength={props.maxLength}
        onChange={(event) => {
          setText(event.target.value);
          if (props.live === true) props.onSearch(event.target.value);
        }}
        onKeyDown={search}
        placeholder={props.placeholder ?? props.label}
        spellCheck={false}
        type="text"
        value={text}
      />
      {text !== '' && (
        <button
          aria-label={props.clearLabel}
          className="in-btn"
          onClick={clear}
          title={props.clearLabel}
          type="button"
        >
          <Icon as={X} size="xs" />
        </button>
      )}
    </search>
  );
}
