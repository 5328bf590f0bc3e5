import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { ContactRound, Layers, Pencil, SquarePen, Upload } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import {
  draftsQuery,
  nameOfDraft,
  recipientsOf,
  useOpenDraft,
} from '#web/features/faxes/compose/use-drafts-list.ts';
import { roleAllows } from '#contract/kit/roles.ts';
import { shownPlaces } from '#web/features/mailbox/preferences/preference-places.ts';
import { useBrand } from '#web/kit/brand.ts';
import { keyCaps, KEYS, SINGLE_KEYS, singleCap, singleKeys } from '#web/kit/hotkeys.ts';
import { readContactsSearch } from '#web/shared/mailbox/contacts-search.ts';
import { readInboxSearch } from '#web/shared/mailbox/inbox-search.ts';
import type { MainData } from '#web/shared/mailbox/main-data.ts';
import { pageCommands } from '#web/shared/mailbox/page-commands.ts';
import { hasFolder, roleOf } from '#web/shared/mailbox/role.ts';
import type { MenuEntry } from '#web/ui/menu.tsx';
import { useAccountEntries } from '../account-menu.tsx';
import { FOLDER_ENTRIES, SECTIONS } from '../sections.ts';

/** A command of the palette. */
export interface Command {
  id: string;
  label: string;
  /** A smaller text beside the label. */
  note?: string | undefined;
  icon?: LucideIcon | undefined;
  caps?: readonly string[] | undefined;
  run: () => void;
}

/** A group of commands under a heading. */
export interface CommandGroup {
  title: string;
  commands: readonly Command[];
  /** How many commands are listed before anything is typed; all if omitted. */
  atFirst?: number;
}

/** So few that the places below them stay visible. */
const DRAFTS_AT_FIRST = 3;

/** Returns all actions and places: first those of the open fax or selection, as of when the palette opened. */
export function useCommands(main: MainData | undefined): CommandGroup[] {
  const { t } = useTranslation();
  const [page] = useState(pageCommands);
  const actions = useActions(main);
  const drafts = useDrafts(main);
  const places = usePlaces(main);
  const preferences = usePreferencePlaces(main);
  const groups = [
    ...(page === null ? [] : [{ title: page.title, commands: page.entries.flatMap(entryCommands) }]),
    { title: t('palette.group.actions'), commands: actions },
    { title: t('drafts.title'), commands: drafts, atFirst: DRAFTS_AT_FIRST },
    { title: t('palette.group.places'), commands: places },
    { title: t('preferences.title'), commands: preferences },
  ];
  return groups.map((group, i) => ({
    ...group,
    commands: group.commands.map((one) => ({ ...one, id: `${i} ${one.id}` })),
  }));
}

/** Returns the commands of a menu entry: one, or one for each choice. */
function entryCommands(entry: MenuEntry): Command[] {
  const { id, label, icon, href, onAction, choice } = entry;
  if (entry.disabled === true) return [];
  if (choice !== undefined)
    return choice.options.map((option) => ({
      id: `${id} ${option.value}`,
      label: option.label,
      note: label,
      icon: option.icon,
      run: () => choice.onChange(option.value),
    }));
  if (href !== undefined) return [{ id, label, icon, run: () => void open(href, '_blank', 'noopener') }];
  return onAction === undefined ? [] : [{ id, label, icon, caps: singleCaps(id), run: onAction }];
}

/** Returns the labels of the single-key shortcut for the same action, if such shortcuts are on. */
function singleCaps(id: string): string[] | undefined {
  const found = Object.entries(SINGLE_KEYS).find(([name]) => name === id);
  return found !== undefined && singleKeys.get() ? [singleCap(found[1])] : undefined;
}

function useActions(main: MainData | undefined): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const account = useAccountEntries(main);
  const send: Command[] = [
    {
      id: 'compose',
      label: t('shortcuts.key.newFax'),
      icon: Pencil,
      caps: keyCaps(KEYS.add),
      run: () => void navigate({ to: '/inbox/compose' }),
    },
  ];
  const work: Command[] = [
    {
      id: 'contact',
      label: t('contacts.newContact'),
      icon: ContactRound,
      run: () => void navigate({ to: '/contacts', search: readContactsSearch({ new: 1 }) }),
    },
    {
      id: 'import',
      label: t('contacts.importTitle'),
      icon: Upload,
      run: () => void navigate({ to: '/contacts/import' }),
    },
  ];
  return [
    ...(roleAllows(roleOf(main), 'send') ? send : []),
    ...(roleAllows(roleOf(main), 'work') ? work : []),
    // The places of this menu are listed among the places.
    ...account.filter(({ id }) => !['preferences', 'security', 'cloud'].includes(id)).flatMap(entryCommands),
  ];
}

/** The faxes being written, newest first; loaded when the palette opens. */
function useDrafts(main: MainData | undefined): Command[] {
  const { t, i18n } = useTranslation();
  const { open } = useOpenDraft();
  const { data } = useQuery({ ...draftsQuery, enabled: (main?.drafts ?? 0) > 0 });
  return (data ?? []).map((draft) => {
    const name = nameOfDraft(t, draft, i18n.language);
    const to = recipientsOf(draft, i18n.language);
    return {
      id: `draft ${draft.id}`,
      label: t('drafts.continueNamed', { name }),
      note: to === name ? undefined : to,
      icon: SquarePen,
      run: () => void open(draft.id),
    };
  });
}

function usePlaces(main: MainData | undefined): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  // Fax messages is the same as the Inbox, and the pages of the preferences have their own heading.
  const sections = SECTIONS.filter(({ to }) => to !== '/inbox').map(({ to, label, icon, hotkey }) => ({
    id: to,
    label: t(label),
    icon,
    caps: keyCaps(hotkey),
    run: () => void navigate({ to }),
  }));
  const role = roleOf(main);
  const folders = FOLDER_ENTRIES.filter(({ folder }) => hasFolder(role, folder)).map(
    ({ folder, label, icon }) => ({
      id: folder,
      label: t(label),
      icon,
      caps: folder === 'Inbox' ? keyCaps(KEYS.faxMessages) : undefined,
      run: () => void navigate({ to: '/inbox', search: readInboxSearch({ folder }) }),
    }),
  );
  const all = {
    id: 'all-inboxes',
    label: t('people.inboxes.title'),
    icon: Layers,
    run: () => void navigate({ to: '/inbox/all' }),
  };
  return [
    ...(roleAllows(role, 'read') && (main?.person?.accounts ?? 0) > 1 ? [all] : []),
    ...folders,
    ...sections,
  ];
}

function usePreferencePlaces(main: MainData | undefined): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const brand = useBrand();
  const places = useMemo(() => shownPlaces({ brand, main }), [brand, main]);
  return places.map(({ to, label, icon }) => ({
    id: to,
    label: t(label),
    icon,
    run: () => void navigate({ to }),
  }));
}
