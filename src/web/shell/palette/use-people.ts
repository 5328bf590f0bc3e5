import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { ContactRound, FolderSearch, Send } from 'lucide-react';
import { isDestination } from '#contract/kit/fax-number.ts';
import { withFilter } from '#contract/mailbox/search-words.ts';
import { useStartFax } from '#web/shared/faxes/compose-start.ts';
import { destinationTag } from '#web/shared/faxes/destination-rules.ts';
import { nameOf, useSuggestions } from '#web/shared/faxes/recipients.ts';
import { readContactsSearch } from '#web/shared/mailbox/contacts-search.ts';
import { readInboxSearch } from '#web/shared/mailbox/inbox-search.ts';
import type { Command } from './use-commands.ts';

/** The most people to list; more would push the search command out of view. */
const MOST = 4;

const NONE: readonly string[] = [];
/** The palette does not add groups; people choose them in To. */
const takeNoGroup = () => false;

/** Returns the actions on people whose name or number starts with the text; a complete number needs no contact. */
export function usePeople(text: string): { commands: Command[]; loading: boolean; failed: boolean } {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const start = useStartFax();
  const { found, failed, suggestions } = useSuggestions(text, NONE, takeNoGroup);
  const commandsFor = (number: string, name: string, contact: boolean): Command[] => {
    const { key, label } = destinationTag(number, name);
    const who = name || label;
    const note = name === '' ? undefined : label;
    return [
      {
        id: `send ${key}`,
        label: t('palette.sendTo', { who }),
        note,
        icon: Send,
        run: () => start({ to: [key] }),
      },
      {
        id: `all ${key}`,
        label: t('inbox.allWith', { who }),
        note,
        icon: FolderSearch,
        run: () =>
          void navigate({ to: '/inbox', search: readInboxSearch({ q: withFilter('', 'with', key) }) }),
      },
      ...(contact
        ? [
            {
              id: `contact ${key}`,
              label: t('palette.contact', { who }),
              note,
              icon: ContactRound,
              run: () => void navigate({ to: '/contacts', search: readContactsSearch({ q: key }) }),
            },
          ]
        : []),
    ];
  };
  const commands = found.slice(0, MOST).flatMap((one) => commandsFor(one.faxnum, nameOf(one), one.contact));
  const typed = isDestination(text) ? destinationTag(text).key : null;
  if (typed !== null && !suggestions.loading && !found.some(({ faxnum }) => faxnum === typed))
    commands.push(...commandsFor(typed, '', false));
  return { commands, loading: suggestions.loading, failed };
}
