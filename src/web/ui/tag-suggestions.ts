import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { LucideIcon } from 'lucide-react';
import type { Tag } from './tag-rules.ts';

/** A tag that may be meant. */
export interface TagSuggestion {
  tag: Tag;
  /** A second line, such as the company. */
  note?: string | undefined;
  /** Stands in the place of the initials. */
  icon?: LucideIcon;
  /** What choosing it does where it stands for more than its tag; false leaves what is typed. */
  choose?: () => boolean;
  /** The heading it stands under; options of one group follow each other. */
  group: string;
}

/** What is suggested for the text as it is now. */
export interface TagSuggestions {
  options: readonly TagSuggestion[];
  /** The answer for this text is still to come; the options are those of a text before. */
  loading: boolean;
  /** Enter takes the first one, without a way through the list: the text by itself can become no tag. */
  firstByEnter: boolean;
  /** Names the list. */
  label: string;
  /** «3 suggestions», for who hears the page. */
  count: string;
}

const NONE: readonly TagSuggestion[] = [];

/** A list of suggestions below a text field, as the text field runs it. */
export interface SuggestionList {
  options: readonly TagSuggestion[];
  open: boolean;
  /** The place of the option that Enter takes; -1 for none. */
  active: number;
  activate: (key: string) => void;
  close: () => void;
  choose: (option: TagSuggestion) => void;
  setFocused: (focused: boolean) => void;
  /** Handles a key; says whether it was one of the list. */
  onKey: (event: KeyboardEvent) => boolean;
}

/** Notes that Enter came before the answer for a text; when the answer is there, it does what Enter would have done. */
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

/** Whether the list was closed for this text; another text opens it again, and so does the same one typed anew. */
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
 * Arrows move through the list, Enter and Tab take what is marked, Escape closes. Enter before the answer has come waits
 * for it: the only suggestion is taken then, several are shown, and without any the text is what was meant.
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
    // Where it was refused, the sentence below the field says why, and the list must not cover it.
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
      // Only the list closes, not what it stands in.
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
