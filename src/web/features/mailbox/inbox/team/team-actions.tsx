import { useTranslation } from 'react-i18next';
import { CalendarDays, CircleCheck, CircleDashed, Tag, UserRoundPlus } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import type { ListedFax } from '../fax-queries.ts';
import { useTeam } from '#web/shared/mailbox/team/team-queries.ts';
import { useChangeWork } from './use-change-work.ts';
import type { WorkChange } from './work-undo.ts';
import { AssignMenu, DueMenu, TagMenu } from './work-menus.tsx';

/** The team's actions on the selected faxes. Those on an open fax are beside or above its pages. */
export function TeamActions(props: { rows: readonly ListedFax[] }) {
  const { rows } = props;
  const { t } = useTranslation();
  const team = useTeam();
  const change = useChangeWork();
  const received = rows.filter((row) => row.is_inbox === 1 && row.deleted_at === undefined);
  if (team === undefined || received.length === 0) return null;
  const count = received.length;
  const set = async (what: WorkChange, done: string, say?: (fault: string) => void) =>
    await change(received, what, done, say);
  const done = received.every(({ work }) => work?.status === 'done');
  const everywhere = (id: string) => received.every(({ work }) => work?.tags.includes(id));
  return (
    <>
      <AssignMenu
        assignee={undefined}
        bar
        icon={UserRoundPlus}
        onAssign={(id, name) =>
          void set({ assignee: id }, id === null ? t('team.unassigned') : t('team.assigned', { name }))
        }
        people={team.people}
        trigger={t('team.assign')}
      />
      <TagMenu
        bar
        icon={Tag}
        on={team.tags.map(({ id }) => id).filter(everywhere)}
        onToggle={(tag, on) =>
          on
            ? void set({ addTags: [tag.id] }, t('team.tagAdded', { name: tag.name }))
            : void set({ removeTags: [tag.id] }, t('team.tagRemoved', { name: tag.name }))
        }
        tags={team.tags}
        trigger={t('team.tag')}
      />
      <DueMenu
        bar
        due={null}
        icon={CalendarDays}
        onDue={async (day, say) =>
          await set({ due: day }, t(day === null ? 'team.dueRemoved' : 'team.dueSet'), say)
        }
        trigger={t('team.due')}
      />
      <Button
        icon={done ? CircleDashed : CircleCheck}
        onClick={() =>
          void set(
            { status: done ? 'open' : 'done' },
            t(done ? 'team.manyReopened' : 'team.manyDone', { count }),
          )
        }
        size="sm"
        variant="quiet"
      >
        {t(done ? 'team.reopen' : 'team.done')}
      </Button>
    </>
  );
}
