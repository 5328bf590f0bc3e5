import '#web/shared/mailbox/team/team-links.css';
import './work.css';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { CalendarDays, CircleCheck, CircleDashed, Plus, UserRound } from 'lucide-react';
import type { FaxWork } from '#contract/mailbox/fax-work.ts';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import type { TeamReply } from '#contract/mailbox/team.ts';
import { useMay } from '#web/shared/mailbox/role.ts';
import '#web/ui/avatar.css';
import { initials } from '#web/ui/avatar.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { StatusRing } from './status-ring.tsx';
import { useChangeWork } from './use-change-work.ts';
import type { WorkChange } from './work-undo.ts';
import { AssignMenu, DueMenu, StatusMenu, TagMenu } from './work-menus.tsx';
import { dueWords } from '#web/shared/mailbox/team/work-words.ts';

interface WorkPropsProps {
  row: FaxRow;
  work: FaxWork;
  team: TeamReply;
}

/** The status, person, due date and tags of a fax; read-only for people who may not change them. */
export function WorkProps({ row, work, team }: WorkPropsProps) {
  const { t } = useTranslation();
  const change = useChangeWork();
  const may = useMay('work');
  const ask = async (what: WorkChange, done: string, say?: (fault: string) => void) =>
    await change([{ fax_id: row.fax_id, work }], what, done, say);
  const set = (what: WorkChange, done: string) => void ask(what, done);
  const status = <Status work={work} />;
  const assignee = <Assignee team={team} work={work} />;
  const due = <Due work={work} />;
  return (
    <dl className="work-props">
      <dt>{t('team.status')}</dt>
      <dd>
        {may ? (
          <StatusMenu
            onStatus={(next) => set({ status: next }, t(`team.statusSet.${next}`))}
            status={work.status}
            trigger={status}
            value={t(`team.statuses.${work.status}`)}
          />
        ) : (
          status
        )}
        {may && (
          <IconButton
            icon={work.status === 'done' ? CircleDashed : CircleCheck}
            label={t(work.status === 'done' ? 'team.reopen' : 'team.done')}
            onPress={() => {
              const next = work.status === 'done' ? 'open' : 'done';
              set({ status: next }, t(`team.statusSet.${next}`));
            }}
            size="sm"
          />
        )}
      </dd>
      <dt>{t('team.assignee')}</dt>
      <dd>
        {may ? (
          <AssignMenu
            assignee={work.assignee}
            onAssign={(id, name) =>
              set({ assignee: id }, id === null ? t('team.unassigned') : t('team.assigned', { name }))
            }
            people={team.people}
            trigger={assignee}
            value={nameOf(work, team) ?? t('team.nobody')}
          />
        ) : (
          assignee
        )}
      </dd>
      <dt>{t('team.due')}</dt>
      <dd>
        {may ? (
          <DueMenu
            due={work.due}
            onDue={async (day, say) =>
              await ask({ due: day }, t(day === null ? 'team.dueRemoved' : 'team.dueSet'), say)
            }
            trigger={due}
            value={dueValue(work, t)}
          />
        ) : (
          due
        )}
      </dd>
      <dt>{t('team.tags')}</dt>
      <dd>
        <TagField set={may ? set : undefined} team={team} work={work} />
      </dd>
    </dl>
  );
}

/** Sets the given values and reports `done`. */
type SetWork = (what: WorkChange, done: string) => void;

function TagField({ work, team, set }: Pick<WorkPropsProps, 'work' | 'team'> & { set: SetWork | undefined }) {
  const { t } = useTranslation();
  const tags = <Tags team={team} work={work} />;
  if (set === undefined) return work.tags.length === 0 ? '–' : tags;
  return (
    <TagMenu
      on={work.tags}
      onToggle={(tag, on) =>
        on
          ? set({ addTags: [tag.id] }, t('team.tagAdded', { name: tag.name }))
          : set({ removeTags: [tag.id] }, t('team.tagRemoved', { name: tag.name }))
      }
      tags={team.tags}
      trigger={tags}
      value={namesOf(work, team).join(' ') || t('team.noTags')}
    />
  );
}

function nameOf(work: FaxWork, team: TeamReply): string | undefined {
  return team.people.find(({ id }) => id === work.assignee)?.name;
}

function namesOf(work: FaxWork, team: TeamReply): string[] {
  return team.tags.filter(({ id }) => work.tags.includes(id)).map(({ name }) => name);
}

/** Returns the due date, and whether it is overdue. */
function dueValue(work: FaxWork, t: TFunction): string {
  if (work.due === null) return t('team.noDue');
  const { words, tone } = dueWords(work.due, t);
  return tone === 'late' && work.status !== 'done' ? `${words} ${t('team.overdue')}` : words;
}

function Status({ work }: { work: FaxWork }) {
  const { t } = useTranslation();
  return (
    <span className="work-value">
      <StatusRing status={work.status} />
      {t(`team.statuses.${work.status}`)}
    </span>
  );
}

function Assignee({ work, team }: Pick<WorkPropsProps, 'work' | 'team'>) {
  const { t } = useTranslation();
  const name = nameOf(work, team);
  return (
    <span className="work-value">
      {name === undefined ? (
        <Icon as={UserRound} size="s" />
      ) : (
        <span className="av work-av" data-initials={initials(name)} data-size="sm" />
      )}
      <span className="trunc">{name ?? t('team.nobody')}</span>
    </span>
  );
}

function Due({ work }: { work: FaxWork }) {
  const { t } = useTranslation();
  const due = work.due === null ? null : dueWords(work.due, t);
  return (
    <span className="work-value" data-tone={work.status === 'done' ? undefined : due?.tone}>
      <Icon as={CalendarDays} size="s" />
      {due === null ? t('team.noDue') : due.words}
    </span>
  );
}

function Tags({ work, team }: Pick<WorkPropsProps, 'work' | 'team'>) {
  const { t } = useTranslation();
  const tags = team.tags.filter(({ id }) => work.tags.includes(id));
  return (
    <span className="work-value work-tags">
      {tags.map(({ id, name, color }) => (
        <span className="work-tag" data-color={color} key={id}>
          <span className="trunc">{name}</span>
        </span>
      ))}
      {tags.length === 0 && (
        <>
          <Icon as={Plus} size="s" />
          {t('team.noTags')}
        </>
      )}
    </span>
  );
}
