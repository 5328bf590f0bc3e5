import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import {
  Archive,
  ArchiveRestore,
  ChevronDown,
  ChevronUp,
  Forward,
  Repeat2,
  Reply,
  Trash2,
} from 'lucide-react';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { wantBlocked } from '#web/shared/faxes/blocked-numbers.ts';
import { answersTo, useAnswers } from '#web/shared/faxes/use-answers.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { useMay } from '#web/shared/mailbox/role.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { later } from '#web/ui/later.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { useBarCommands } from './bar-commands.ts';
import { useForwardEntries, useMoreEntries } from './more-entries.ts';
import { restores } from './optimistic.ts';
import { ReaderTools } from './reader-tools.tsx';
import type { TargetVerbs } from './use-targets.ts';
import type { OpenedFax } from './use-opened-fax.ts';
import type { InboxPlace } from './use-inbox.ts';
import type { ListedFax } from './fax-queries.ts';

/** The team's actions on the selected faxes. */
export const TeamActions = later<{ rows: readonly ListedFax[] }>(
  async () => (await import('./team/team-actions.tsx')).TeamActions,
);

/** The bar above the reader: the actions on the selected faxes, or on the open one (INBOX-01). */
export function MessageActions(props: { verbs: TargetVerbs; place: InboxPlace; opened: OpenedFax | null }) {
  const { verbs, place, opened } = props;
  const { t } = useTranslation();
  const may = useMay('work');
  const sends = useMay('send');
  const team = useMainData()?.team === true;
  const restoring = restores(place.folder, verbs.rows);
  const more = useMoreEntries(verbs, opened);
  useBarCommands(props, more);
  return (
    <div aria-label={t('inbox.actions')} className="bar2 wide-only no-print" role="toolbar">
      {sends && opened !== null && <AnswerButtons row={opened.row} />}
      {may && team && opened === null && <TeamActions rows={verbs.rows} />}
      {may && (
        <>
          <Button
            icon={restoring ? ArchiveRestore : Archive}
            onClick={() => verbs.archive()}
            size="sm"
            variant="quiet"
          >
            {t(restoring ? 'inbox.restore' : 'inbox.archive')}
          </Button>
          <Button icon={Trash2} onClick={() => verbs.remove()} size="sm" variant="quiet">
            {t('inbox.delete')}
          </Button>
        </>
      )}
      <Menu
        entries={more}
        label={t('inbox.more')}
        look="quiet"
        onOpen={wantBlocked}
        size="sm"
        trigger={t('inbox.more')}
      />
      <span className="grow" />
      {opened !== null && <ReaderButtons opened={opened} place={place} />}
    </div>
  );
}

/** Reply, Forward and, on a delivered fax, Send again. */
function AnswerButtons(props: { row: FaxRow }) {
  const { row } = props;
  const { t } = useTranslation();
  const answers = useAnswers();
  const forward = useForwardEntries(row);
  const can = answersTo(row);
  return (
    <>
      <Button disabled={!can.reply} onClick={() => answers.reply(row)} size="sm" variant="quiet">
        <Icon as={Reply} flip size="s" />
        {t('inbox.reply')}
      </Button>
      <Menu
        disabled={!can.forward}
        entries={forward}
        icon={Forward}
        iconFlip
        label={t('inbox.forward')}
        look="quiet"
        size="sm"
        trigger={t('inbox.forward')}
      />
      {can.sendAgain && (
        <Button icon={Repeat2} onClick={() => answers.sendAgain(row)} size="sm" variant="quiet">
          {t('inbox.sendAgain')}
        </Button>
      )}
      <span className="bar2-line" />
    </>
  );
}

function ReaderButtons(props: { opened: OpenedFax; place: InboxPlace }) {
  const { opened, place } = props;
  const { t } = useTranslation();
  return (
    <>
      <ReaderTools below={place.view === 'horizontal'} opened={opened} />
      <span className="meta num">{positionText(opened, t)}</span>
      <Arrows opened={opened} place={place} size="sm" />
    </>
  );
}

/** Returns «1 of 218»; empty while the fax is not on the current page. */
export function positionText(opened: OpenedFax, t: TFunction): string {
  const { position, total } = opened;
  return position === null ? '' : t('inbox.position', { position, total });
}

/** Opens the fax above or below; disabled at the ends of the page (MSG-09, MSG-10). */
export function Arrows(props: { opened: OpenedFax; place: InboxPlace; size: 'sm' | 'touch' }) {
  const { opened, place, size } = props;
  const { t } = useTranslation();
  const go = (id: string | null) => {
    if (id !== null) place.open(id, true);
  };
  return (
    <>
      <IconButton
        disabled={opened.newer === null}
        icon={ChevronUp}
        label={t('inbox.previousFax')}
        onPress={() => go(opened.newer)}
        size={size}
      />
      <IconButton
        disabled={opened.older === null}
        icon={ChevronDown}
        label={t('inbox.nextFax')}
        onPress={() => go(opened.older)}
        size={size}
      />
    </>
  );
}
