import '#web/shared/mailbox/team/team-links.css';
import './work.css';
import type { TFunction } from 'i18next';
import { CalendarDays, MessageSquare, UserRound } from 'lucide-react';
import type { FaxWork } from '#contract/mailbox/fax-work.ts';
import { initials } from '#web/ui/avatar.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useStore } from '#web/ui/store.ts';
import { StatusRing } from './status-ring.tsx';
import { teamNames } from './team-names.ts';
import { dueWords } from '#web/shared/mailbox/team/work-words.ts';

/** How many tags a row has room for. */
const SHOWN_TAGS = 2;

export interface WorkLineProps {
  work: FaxWork;
  t: TFunction;
}

/** The line of a row about the work on the fax: status, tags, due date, notes, person. */
export function WorkLine({ work, t }: WorkLineProps) {
  const names = useStore(teamNames);
  const tags = work.tags.flatMap((id) => names.tags[id] ?? []);
  const more = tags.length - SHOWN_TAGS;
  const assignee = work.assignee === null ? undefined : names.people[work.assignee];
  const due = work.due === null || work.status === 'done' ? null : dueWords(work.due, t);
  return (
    <div className="work-line">
      <StatusRing status={work.status} />
      <span className="sr">{t(`team.statuses.${work.status}`)}</span>
      {tags.slice(0, SHOWN_TAGS).map(({ name, color }) => (
        <span className="work-tag" data-color={color} key={name}>
          <span className="trunc">{name}</span>
        </span>
      ))}
      {more > 0 && <span className="work-more num">+{more}</span>}
      {due !== null && (
        <span className="work-due" data-tone={due.tone}>
          <Icon as={CalendarDays} size="xs" />
          <span className="sr">{t(due.tone === 'late' ? 'team.overdue' : 'team.due')}</span>
          {due.words}
        </span>
      )}
      {work.notes > 0 && (
        <span className="work-notes">
          <Icon as={MessageSquare} size="xs" />
          <span aria-hidden="true">{work.notes}</span>
          <span className="sr">{t('team.noteCount', { count: work.notes })}</span>
        </span>
      )}
      <Person name={assignee} t={t} />
    </div>
  );
}

function Person(props: { name: string | undefined; t: TFunction }) {
  const { name, t } = props;
  const words = name ?? t('team.nobody');
  return (
    <span className="work-who" data-nobody={name === undefined || undefined} title={words}>
      <span aria-hidden="true">
        {name === undefined ? <Icon as={UserRound} size="xs" /> : initials(name)}
      </span>
      <span className="sr">{words}</span>
    </span>
  );
}
