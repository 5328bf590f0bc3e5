import '#web/ui/search-field.css';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Search } from 'lucide-react';
import { CONSOLE_SEARCH_MAX } from '#contract/faxes/queue.admin.ts';
import { useSlash } from '#web/kit/slash-key.ts';
import { useDebounced } from '#web/kit/use-debounced.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useFinds } from './search-finds.ts';
import { SearchFinds } from './search-list.tsx';

/** The pause in typing before a search, in ms: long enough to finish a word, short enough to feel immediate. */
const PAUSE_MS = 150;

/** Searches the whole console from every page; `/` focuses it, arrows and Enter open a result. */
export function SearchBox() {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const navigate = useNavigate();
  const search = useDebounced(text.trim(), PAUSE_MS);
  const { groups, isPending, isError, isAnswer } = useFinds(open ? search : '');
  const finds = groups.flatMap((group) => group.finds);
  const at = Math.min(active, finds.length - 1);
  const shown = open && search !== '';
  const settled = isAnswer && search === text.trim();
  useSlash(useCallback(() => field.current, []));
  const go = useCallback(
    (to: string) => {
      setOpen(false);
      setText('');
      field.current?.blur();
      void navigate({ to: '/operator/$', params: { _splat: to }, search: {} as never });
    },
    [navigate],
  );
  const awaitFirst = useEarlyEnter(open ? text.trim() : '', settled, finds[0]?.to, go);
  const press = (event: KeyboardEvent) => {
    const find = finds[at];
    if (event.key === 'ArrowDown') setActive((at + 1) % Math.max(1, finds.length));
    else if (event.key === 'ArrowUp') setActive((at - 1 + finds.length) % Math.max(1, finds.length));
    else if (event.key === 'Enter' && find && settled) go(find.to);
    // The current results belong to the previous text; the first result for this one opens when it arrives.
    else if (event.key === 'Enter' && !settled) awaitFirst();
    else if (event.key !== 'Escape') return;
    else if (text === '') field.current?.blur();
    else setText('');
    event.preventDefault();
  };
  return (
    <search className="oc-search">
      <div className="search" data-on={text !== '' || undefined}>
        <Icon as={Search} size="s" />
        <input
          aria-activedescendant={shown && finds.length > 0 ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          aria-controls={shown ? id : undefined}
          aria-expanded={shown}
          aria-keyshortcuts="/"
          aria-label={t('operator.find.label')}
          autoComplete="off"
          maxLength={CONSOLE_SEARCH_MAX}
          onBlur={() => setOpen(false)}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={press}
          placeholder={t('operator.find.label')}
          ref={field}
          role="combobox"
          spellCheck={false}
          type="text"
          value={text}
        />
        {text === '' && <kbd aria-hidden="true">/</kbd>}
      </div>
      {shown && (
        <SearchFinds
          active={at}
          groups={groups}
          id={id}
          onChoose={go}
          say={isError ? 'failed' : isPending ? 'pending' : finds.length === 0 ? 'none' : null}
        />
      )}
    </search>
  );
}

/**
 * Returns a function for an Enter before the response: it opens the first result when it arrives, unless the text
 * changes or the field loses focus in the meantime.
 */
function useEarlyEnter(text: string, settled: boolean, first: string | undefined, go: (to: string) => void) {
  const awaited = useRef('');
  useEffect(() => {
    const meant = awaited.current === text;
    if (awaited.current === '' || (meant && !settled)) return;
    awaited.current = '';
    if (meant && first !== undefined) go(first);
  }, [first, go, settled, text]);
  return () => {
    awaited.current = text;
  };
}
