import { useEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { MAX_QUERY } from '#contract/mailbox/search-words.ts';
import { CTRL, PALETTE_KEY } from '#web/kit/hotkeys.ts';
import { readInboxSearch } from '#web/shared/mailbox/inbox-search.ts';
import type { MainData } from '#web/shared/mailbox/main-data.ts';
import { rankOf, wordsOf } from './match.ts';
import { useCommands } from './use-commands.ts';
import type { Command, CommandGroup } from './use-commands.ts';
import { usePeople } from './use-people.ts';

/** The state of the palette for rendering. */
export interface PaletteState {
  text: string;
  type: (text: string) => void;
  words: readonly string[];
  groups: readonly CommandGroup[];
  count: number;
  /** The command that Enter runs. */
  active: string | undefined;
  activate: (id: string) => void;
  run: (command: Command) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** The note below the list, if people or commands are missing. */
  note: 'loading' | 'failed' | 'noCommand' | 'noPerson' | null;
}

/** Returns the state for the typed text. A leading `>` shows only commands, `@` only people. */
export function usePalette(main: MainData | undefined, onClose: (then?: () => void) => void): PaletteState {
  const [text, setText] = useState('');
  const [moved, setMoved] = useState<{ text: string; id: string } | null>(null);
  const [awaited, setAwaited] = useState<string | null>(null);
  const { words, groups, search, loading, note } = useAnswers(text, main);
  const all = groups.flatMap(({ commands }) => commands);
  const known = moved?.text === text && all.some(({ id }) => id === moved.id);
  const active = known ? moved.id : all[0]?.id;
  const run = (command: Command | undefined) => {
    if (command !== undefined) onClose(command.run);
  };
  const first = all[0];
  useEffect(() => {
    if (awaited === text && !loading && first !== undefined) onClose(first.run);
  }, [awaited, first, loading, onClose, text]);
  const step = (by: 1 | -1) => {
    const next = all.at((all.findIndex(({ id }) => id === active) + by) % all.length);
    if (next !== undefined) setMoved({ text, id: next.id });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const ctrl = event.ctrlKey || event.metaKey;
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter' && ctrl) run(search);
    // Enter before the people have loaded waits for them if nothing else matches.
    else if (event.key === 'Enter' && loading && !known && first === search) setAwaited(text);
    else if (event.key === 'Enter') run(all.find(({ id }) => id === active));
    else if (ctrl && event.key.toLowerCase() === PALETTE_KEY) onClose();
    else return;
    event.preventDefault();
  };
  return {
    text,
    type: (typed) => {
      setText(typed);
      setAwaited(null);
    },
    words,
    groups,
    count: all.length,
    active,
    activate: (id) => setMoved({ text, id }),
    run,
    onKeyDown,
    note,
  };
}

/** Returns the groups that match a text, in display order. */
function useAnswers(text: string, main: MainData | undefined) {
  const { t } = useTranslation();
  const commands = useCommands(main);
  const [, mark = '', rest = ''] = /^\s*([>@]?)\s*(.*?)\s*$/u.exec(text) ?? [];
  const people = usePeople(mark === '>' ? '' : rest);
  const search = useSearchCommand(mark === '' ? rest : '');
  const words = wordsOf(rest);
  const found = mark === '@' ? [] : commands.map((group) => answering(group, words));
  const groups = [
    ...found,
    { title: t('palette.group.people'), commands: mark === '>' ? [] : people.commands },
    { title: t('palette.group.search'), commands: search === undefined ? [] : [search] },
  ].filter((group) => group.commands.length > 0);
  const asked = mark !== '>' && rest !== '';
  const loading = asked && people.loading;
  return { words, groups, search, loading, note: noteOf() };

  function noteOf(): PaletteState['note'] {
    if (asked && people.failed) return 'failed';
    if (loading && people.commands.length === 0) return 'loading';
    if (groups.length > 0) return null;
    return mark === '>' ? 'noCommand' : 'noPerson';
  }
}

function useSearchCommand(text: string): Command | undefined {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (text === '') return undefined;
  const q = text.slice(0, MAX_QUERY);
  return {
    id: 'search',
    label: t('palette.search', { text }),
    icon: Search,
    caps: [CTRL, 'Enter'],
    run: () => void navigate({ to: '/inbox', search: readInboxSearch({ q }) }),
  };
}

/** Returns the commands of a group that match the words, best matches first. */
function answering(group: CommandGroup, words: readonly string[]): CommandGroup {
  if (words.length === 0) return { ...group, commands: group.commands.slice(0, group.atFirst) };
  const commands = group.commands
    .flatMap((command) => {
      const rank = rankOf(words, command.label, `${group.title} ${command.note ?? ''}`);
      return rank === null ? [] : [{ command, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ command }) => command);
  return { ...group, commands };
}
