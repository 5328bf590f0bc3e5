import './team-links.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearch } from '@tanstack/react-router';
import { AtSign, CalendarClock, UserRound, UserRoundX } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { COUNTED } from '#contract/mailbox/team.ts';
import { Count } from '#web/ui/count.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { readInboxSearch } from '../inbox-search.ts';
import { useMainData } from '../main-data.ts';
import { useTeam } from './team-queries.ts';
import { TEAM_LISTS, tagSearch } from './work-words.ts';
import type { TeamList } from './work-words.ts';

const ICONS: Readonly<Record<TeamList, LucideIcon>> = {
  mine: UserRound,
  unassigned: UserRoundX,
  due: CalendarClock,
  mentions: AtSign,
};

export interface TeamLinksProps {
  /** Whether another page is open, so that no list is. */
  beside: boolean;
  /** Whether to show only icons. */
  mini?: boolean;
  /** Set in the phone's drawer. */
  onClose?: () => void;
}

/** The lists of people who work together, below the folders: each is a search. */
export function TeamLinks(props: TeamLinksProps) {
  const { t } = useTranslation();
  const team = useTeam();
  const me = useMainData()?.person;
  if (team === undefined) return null;
  // The login with number and password is not a person to whom work could be assigned.
  const lists = (Object.keys(TEAM_LISTS) as TeamList[]).filter(
    (list) => me || (list !== 'mine' && list !== 'mentions'),
  );
  return (
    <>
      <h2 className="rail-head fold-word">{t('team.title')}</h2>
      <ul>
        {lists.map((list) => (
          <li key={list}>
            <SearchLink {...props} q={TEAM_LISTS[list]} title={t(`team.lists.${list}`)}>
              <Icon as={ICONS[list]} />
              <span className="fold-word grow trunc">{t(`team.lists.${list}`)}</span>
              <Waiting count={team.counts[list]} fresh={list === 'mentions'} />
            </SearchLink>
          </li>
        ))}
      </ul>
      {team.tags.length > 0 && !props.mini && (
        <>
          <h2 className="rail-head">{t('team.tags')}</h2>
          <ul>
            {team.tags.map(({ id, name, color, faxes }) => (
              <li key={id}>
                <SearchLink {...props} q={tagSearch(name)} title={name}>
                  <span className="work-dot" data-color={color} />
                  <span className="grow trunc">{name}</span>
                  <Waiting count={faxes} />
                </SearchLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Waiting(props: { count: number; fresh?: boolean }) {
  const { count, fresh = false } = props;
  const { t } = useTranslation();
  if (count === 0) return null;
  if (count > COUNTED) return <span className="cnt num">{COUNTED}+</span>;
  return <Count fresh={fresh} label={t('inbox.faxCount', { count })} value={count} />;
}

function SearchLink(props: TeamLinksProps & { q: string; title: string; children: ReactNode }) {
  const { q, title, beside, mini = false, onClose, children } = props;
  const now = readInboxSearch(useSearch({ strict: false }));
  const open = !beside && now.q === q;
  return (
    <Link
      // The router's own active state ignores the search part of the address.
      activeProps={{ 'aria-current': open ? 'page' : undefined, className: '' }}
      aria-current={open ? 'page' : undefined}
      className={onClose === undefined ? 'rail-link' : undefined}
      onClick={onClose}
      search={{ q }}
      title={mini ? title : undefined}
      to="/inbox"
    >
      {children}
    </Link>
  );
}
