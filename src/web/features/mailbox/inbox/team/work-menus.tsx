import './work.css';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { CalendarDays, Check, Plus, Settings2, UserRound, UserRoundX } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { WORK_STATUSES } from '#contract/mailbox/fax-work.ts';
import type { WorkStatus } from '#contract/mailbox/fax-work.ts';
import { roleAllows } from '#contract/kit/roles.ts';
import type { TeamReply } from '#contract/mailbox/team.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { later } from '#web/ui/later.tsx';
import { Menu } from '#web/ui/menu.tsx';
import type { MenuEntry } from '#web/ui/menu.tsx';
import type { DueModalProps } from './due-modal.tsx';
import type { TagsModalProps } from './tags-modal.tsx';
import { dayFromNow } from '#web/shared/mailbox/team/work-words.ts';

const DueModal = later<DueModalProps>(async () => (await import('./due-modal.tsx')).DueModal);
const TagsModal = later<TagsModalProps>(async () => (await import('./tags-modal.tsx')).TagsModal);

/** The look of a menu's button: a value of the panel, or a button of the bar. */
export interface MenuLook {
  /** The content of the button, and the same as text. */
  trigger: ReactNode;
  value?: string;
  /** Used in the bar. */
  icon?: LucideIcon | undefined;
  /** Whether it looks like the other buttons of the bar. */
  bar?: boolean;
}

function WorkMenu(props: MenuLook & { label: string; entries: readonly MenuEntry[] }) {
  const { trigger, value, icon, bar = false, label, entries } = props;
  const { t } = useTranslation();
  return (
    <Menu
      chevron={bar}
      entries={entries}
      label={value === undefined ? label : t('palette.choice', { name: label, value })}
      look={bar ? 'quiet' : 'plain'}
      size="sm"
      trigger={trigger}
      triggerClass={bar ? '' : 'work-btn'}
      {...(icon && { icon })}
    />
  );
}

/** Chooses open, doing or done. */
export function StatusMenu(props: MenuLook & { status: WorkStatus; onStatus: (status: WorkStatus) => void }) {
  const { status, onStatus, ...look } = props;
  const { t } = useTranslation();
  const entries = WORK_STATUSES.map((one) => ({
    id: one,
    label: t(`team.statuses.${one}`),
    onAction: () => onStatus(one),
    ...(one === status && { endIcon: Check }),
  }));
  return <WorkMenu {...look} entries={entries} label={t('team.status')} />;
}

/** Selects the responsible person; the user comes first. */
export function AssignMenu(
  props: MenuLook & {
    assignee: string | null | undefined;
    people: TeamReply['people'];
    onAssign: (assignee: string | null, name: string) => void;
  },
) {
  const { assignee, people, onAssign, ...look } = props;
  const { t } = useTranslation();
  const me = useMainData()?.person?.id;
  const able = people.filter(({ role }) => roleAllows(role, 'work'));
  const entries: MenuEntry[] = [
    ...able.filter(({ id }) => id === me),
    ...able.filter(({ id }) => id !== me),
  ].map(({ id, name, open }) => ({
    id,
    label: personWords(id === me ? t('team.me', { name }) : name, open, t),
    icon: UserRound,
    onAction: () => onAssign(id, name),
    ...(id === assignee && { endIcon: Check }),
  }));
  entries.push({
    id: 'nobody',
    label: t('team.nobody'),
    icon: UserRoundX,
    divided: entries.length > 0,
    onAction: () => onAssign(null, ''),
    ...(assignee === null && { endIcon: Check }),
  });
  return <WorkMenu {...look} entries={entries} label={t('team.assignee')} />;
}

function personWords(name: string, open: number, t: TFunction): string {
  return open === 0 ? name : t('team.personOpen', { name, count: open });
}

/** Chooses until when. */
export function DueMenu(
  props: MenuLook & {
    due: string | null;
    /** `say` tells where it is asked what stands in the way. */
    onDue: (due: string | null, say?: (fault: string) => void) => Promise<boolean>;
  },
) {
  const { due, onDue, ...look } = props;
  const { t } = useTranslation();
  const [picking, setPicking] = useState(false);
  const days = [
    ['today', dayFromNow(0)],
    ['tomorrow', dayFromNow(1)],
    ['inAWeek', dayFromNow(7)],
  ] as const;
  const entries: MenuEntry[] = [
    ...days.map(([id, day]) => ({
      id,
      label: t(`team.${id}`),
      onAction: () => void onDue(day),
      ...(day === due && { endIcon: Check }),
    })),
    { id: 'pick', label: t('team.pickDate'), icon: CalendarDays, onAction: () => setPicking(true) },
    {
      id: 'none',
      label: t('team.noDue'),
      divided: true,
      disabled: due === null,
      onAction: () => void onDue(null),
    },
  ];
  return (
    <>
      <WorkMenu {...look} entries={entries} label={t('team.due')} />
      {picking && <DueModal due={due} onClose={() => setPicking(false)} onDue={onDue} />}
    </>
  );
}

/** Adds and removes tags; new ones can be created here, and all of them edited. */
export function TagMenu(
  props: MenuLook & {
    on: readonly string[];
    tags: TeamReply['tags'];
    onToggle: (tag: TeamReply['tags'][number], on: boolean) => void;
  },
) {
  const { on, tags, onToggle, ...look } = props;
  const { t } = useTranslation();
  const [editing, setEditing] = useState<'new' | 'all' | null>(null);
  const entries: MenuEntry[] = [
    ...tags.map((tag) => ({
      id: tag.id,
      label: tag.name,
      onAction: () => onToggle(tag, !on.includes(tag.id)),
      ...(on.includes(tag.id) && { endIcon: Check }),
    })),
    {
      id: 'new',
      label: t('team.newTag'),
      icon: Plus,
      divided: tags.length > 0,
      onAction: () => setEditing('new'),
    },
    ...(tags.length > 0
      ? [{ id: 'edit', label: t('team.editTags'), icon: Settings2, onAction: () => setEditing('all') }]
      : []),
  ];
  return (
    <>
      <WorkMenu {...look} entries={entries} label={t('team.tags')} />
      {editing !== null && (
        <TagsModal
          onClose={() => setEditing(null)}
          onMade={editing === 'new' ? (tag) => onToggle(tag, true) : undefined}
          tags={tags}
        />
      )}
    </>
  );
}
