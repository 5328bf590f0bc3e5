import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { LucideIcon } from 'lucide-react';
import type { Tag } from './tag-rules.ts';

/** A suggested tag. */
export interface TagSuggestion {
  tag: Tag;
  /** A second line, such as the company. */
  note?: string | undefined;
  /** Shown in place of the initials. */
  icon?: LucideIcon;
  /** Runs when it is chosen, if it stands for more than its tag; returning false keeps the typed text. */
  choose?: () => boolean;
  /** The heading above it; options of one group are adjacent. */
  group: string;
}

/** The suggestions for the current text. */
export interface TagSuggestions {
  options: readonly TagSuggestion[];
  /** Whether the response for this text is still pending; until then the options are those of an earlier text. */
  loading: boolean;
  /** Whether Enter takes the first option without arrow keys, because the text itself cannot become a tag. */
  firstByEnter: boolean;
  /** The name of the list. */
  label: string;
  /** «3 suggestions», for people who use a screen reader. */
  count: string;
}

const NONE: readonly TagSuggestion[] = [];

/** The state of a list of suggestions below a text field, and the actions of the field on it. */
export interface SuggestionList {
  options: readonly TagSuggestion[];
  open: boolean;
  /** The index of the option that Enter takes; -1 for none. */
  active: number;
  activate: (key: string) => void;
  close: () => void;
  choose: (option: TagSuggestion) => void;
  setFocused: (focused: boolean) => void;
  /** Handles a key; returns whether it was a key of the list. */
  onKey: (event: KeyboardEvent) => boolean;
}

/**
 * Returns a function that records that Enter was pressed before the response for a text; when the response arrives,
 * does what Enter would have done.
 */
function useAnswerAwaited(
  text: string,
  { options, loading }: Pick<TagSuggestions, 'options' | 'loading'>,
  on: { choose: (option: TagSuggestion) => void; add: (text: string) => void },
): () => void {
  const awaited = useRef<string | null>(null);
  useEffect(() => {
    if (awaited.current === null || loading) return;
    const same = awaited.current === text;
    awaited.current = null;
    const [only] = options;
    if (!same) return;
    if (only === undefined) on.add(text);
    else if (options.length === 1) on.choose(only);
  }, [loading, options, text, on]);
  return () => {
    awaited.current = text;
  };
}

/** Returns whether the list was closed for this text; other text opens it again, and so does retyping this text. */
function useClosed(text: string) {
  const [closedFor, setClosedFor] = useState<string | null>(null);
  if (text === '' && closedFor !== null) setClosedFor(null);
  return {
    closed: closedFor === text,
    close: () => setClosedFor(text),
    reopen: () => setClosedFor(null),
  };
}

/**
 * Handles a list of suggestions: arrows move through it, Enter and Tab take the marked option, Escape closes it. Enter
 * before the response has arrived waits for it: a single suggestion is then taken, several are shown, and without any
 * the text itself counts.
 */
export function useSuggestionList(
  text: string,
  given: TagSuggestions | undefined,
  on: { choose: (option: TagSuggestion) => void; add: (text: string) => void },
): SuggestionList {
  const [focused, setFocused] = useState(false);
  const { closed, close, reopen } = useClosed(text);
  const [moved, setMoved] = useState<{ text: string; key: string } | null>(null);
  const options = given === undefined || text.trim() === '' ? NONE : given.options;
  const open = focused && options.length > 0 && !closed;
  const loading = given?.loading === true;
  const marked = moved?.text === text ? options.findIndex(({ tag }) => tag.key === moved.key) : -1;
  const first = given?.firstByEnter === true && !loading && open ? 0 : -1;
  const active = open && marked >= 0 ? marked : first;

  const choose = (option: TagSuggestion) => {
    on.choose(option);
    // If it was rejected, the message below the field says why, and the list must not cover it.
    if (option.choose !== undefined) close();
  };
  const wait = useAnswerAwaited(text, { options, loading }, { ...on, choose });
  const move = (step: 1 | -1) => {
    const next = active < 0 && step < 0 ? options.length - 1 : active + step;
    const option = options[(next + options.length) % options.length];
    if (option !== undefined) setMoved({ text, key: option.tag.key });
    reopen();
  };
  const onKey = (event: KeyboardEvent): boolean => {
    const option = options[active];
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && options.length > 0)
      move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Escape' && open) {
      // Closes only the list, not the dialog around it.
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab' && option !== undefined) {
      choose(option);
      return true;
    } else if (event.key === 'Enter' && !event.altKey && option !== undefined) choose(option);
    else if (event.key === 'Enter' && !event.altKey && loading && given?.firstByEnter) wait();
    else return false;
    event.preventDefault();
    return true;
  };
  const activate = (key: string) => setMoved({ text, key });
  return { options, open, active, activate, close, choose, setFocused, onKey };
}
