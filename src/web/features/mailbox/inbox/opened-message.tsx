import './opened-message.css';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { UserPlus } from 'lucide-react';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { useAnswers, useForwarded } from '#web/shared/faxes/use-answers.ts';
import { formatBytes } from '#web/kit/format-bytes.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { useNarrow } from '#web/kit/screen.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { useMay } from '#web/shared/mailbox/role.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { later } from '#web/ui/later.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { useStore } from '#web/ui/store.ts';
import { partyOf } from '#web/shared/mailbox/fax-party.ts';
import type { Party } from '#web/shared/mailbox/fax-party.ts';
import { damageOf } from './fax-problem.ts';
import { PageImages } from './page-images.tsx';
import { activityShown, detailsShown } from './reader-state.ts';
import type { WorkStripProps } from './team/work-strip.tsx';
import { useNotePrints } from './use-note-prints.ts';
import { useDownloads } from './use-downloads.ts';
import type { InboxPlace } from './use-inbox.ts';
import type { OpenedFax } from './use-opened-fax.ts';
import type { ReaderPlace } from './zoom.ts';

const DeletedNote = later(async () => (await import('./deleted-note.tsx')).DeletedNote);
const FaxActivityModal = later(async () => (await import('./fax-activity-modal.tsx')).FaxActivityModal);
const FaxDetails = later(async () => (await import('./fax-details.tsx')).FaxDetails);
const ProblemNote = later(async () => (await import('./problem-note.tsx')).ProblemNote);
const SplitNote = later(async () => (await import('./split-note.tsx')).SplitNote);
const WorkStrip = later<WorkStripProps>(async () => (await import('./team/work-strip.tsx')).WorkStrip);
const ForwardDialog = later(async () => (await import('#web/shared/faxes/forward-dialog.tsx')).ForwardDialog);

/** The open fax: party, date, size, problems, and its pages (MSG-01, MSG-02). */
export function OpenedMessage(props: { opened: OpenedFax; in: ReaderPlace; place: InboxPlace }) {
  const { opened, place } = props;
  const party = partyOf(opened.row);
  const may = useMay('work');
  const article = useRef<HTMLElement>(null);
  const details = useStore(detailsShown) && props.in === 'beside';
  const team =
    useMainData()?.team === true && opened.row.is_inbox === 1 && opened.row.deleted_at === undefined;
  useNotePrints(opened.row.fax_id);
  useEffect(() => {
    // On phones the list below the fax, which had the focus, is not reachable anymore.
    if (document.activeElement === document.body) article.current?.focus({ preventScroll: true });
  }, []);
  return (
    <article className="fax" ref={article} tabIndex={-1}>
      {opened.row.deleted_at !== undefined && <DeletedNote row={opened.row} />}
      <FaxHead opened={opened} party={party} />
      {hasProblem(opened.row) && <ProblemNote opened={opened} />}
      <DamageNote row={opened.row} />
      {opened.row.split !== undefined && <SplitNote key={`split ${opened.row.fax_id}`} row={opened.row} />}
      {team && <WorkStrip key={`work ${opened.row.fax_id}`} panel={details} row={opened.row} />}
      <div className="fax-body">
        <PageImages
          key={`pages ${opened.row.fax_id}`}
          onSwipe={(direction) => {
            const next = direction === 1 ? opened.older : opened.newer;
            if (next !== null) place.open(next, true);
          }}
          place={props.in}
          q={place.q}
          row={opened.row}
          turn={
            may && opened.row.is_inbox === 1 && opened.row.deleted_at === undefined ? opened.turn : undefined
          }
        />
        {details && <FaxDetails row={opened.row} team={team} />}
      </div>
      <Activity fid={opened.row.fax_id} key={`activity ${opened.row.fax_id}`} />
      <ForwardByEmail />
    </article>
  );
}

/** Returns whether a fax has a problem to report. */
function hasProblem({ deleted_at, status, cut_off_fax }: FaxRow): boolean {
  return deleted_at === undefined && (status !== 'OK' || cut_off_fax !== undefined);
}

/** The activity of the open fax, once requested. */
function Activity({ fid }: { fid: string }) {
  const open = useStore(activityShown) === fid;
  useEffect(() => () => activityShown.set(null), []);
  return open && <FaxActivityModal fid={fid} />;
}

/** Asks for the addresses to which the fax is mailed, once Forward was chosen. */
function ForwardByEmail() {
  const { fax, close } = useForwarded();
  useEffect(() => close, [close]);
  return fax === null ? null : <ForwardDialog fid={fax.fax_id} onClose={close} />;
}

function FaxHead(props: { opened: OpenedFax; party: Party }) {
  const { party } = props;
  const { row } = props.opened;
  const { t } = useTranslation();
  const narrow = useNarrow();
  const direction = t(row.is_inbox === 1 ? 'inbox.from' : 'inbox.to');
  const pages = t('inbox.pages', { count: row.fax_pages });
  const when = (
    <bdi className="num" dir="ltr">
      {formatDateTime(row.fax_date)}
    </bdi>
  );
  return (
    <header className="fx no-print">
      <Avatar name={party.nameIsNumber ? '' : (party.name ?? '')} size={narrow ? 'md' : 'lg'} />
      <div className="grow">
        {!narrow && <div className="fx-label meta">{direction}</div>}
        <div className="fx-who">
          <h2 className={party.nameIsNumber ? 'num' : undefined}>{party.name ?? t('inbox.unknown')}</h2>
          {row.test && <Pill tone="plain">{t('inbox.test')}</Pill>}
          {!party.inContacts && party.number !== null && <AddContact row={row} />}
        </div>
        <div className="fx-sub">
          <PartyLine lead={narrow ? direction : undefined} party={party} />
        </div>
        {narrow && (
          <div className="fx-sub">
            {when}
            <span className="fx-next num">{pages}</span>
          </div>
        )}
      </div>
      {!narrow && (
        <div className="fx-facts">
          <span className="strong">{when}</span>
          <span className="num">
            {pages} · {formatBytes(row.fax_size)}
          </span>
        </div>
      )}
    </header>
  );
}

/** Creates a contact for an unknown sender, with the number and company of the fax (MSG-08). */
function AddContact(props: { row: FaxRow }) {
  const { row } = props;
  const { t } = useTranslation();
  const { openContact } = useAnswers();
  if (!useMay('work')) return null;
  return (
    <IconButton
      className="fx-add no-print"
      icon={UserPlus}
      label={t('inbox.addContact')}
      onPress={() => openContact(row)}
      size="sm"
      variant="accent"
    />
  );
}

function PartyLine(props: { party: Party; lead: string | undefined }) {
  const { party, lead } = props;
  const { t } = useTranslation();
  const known = party.nameIsNumber ? t('inbox.notInContacts') : (party.number ?? t('inbox.noNumber'));
  return (
    <>
      <span>
        {party.nameIsNumber ? '' : lead} <bdi className={party.nameIsNumber ? undefined : 'num'}>{known}</bdi>
      </span>
      {party.company !== '' && party.company !== party.name && (
        <span className="fx-next">{party.company}</span>
      )}
    </>
  );
}

/** Explains that pages damaged in transmission are shown as far as possible, and offers the original data. */
function DamageNote(props: { row: FaxRow }) {
  const { row } = props;
  const { t } = useTranslation();
  const download = useDownloads();
  const damage = damageOf(row);
  if (damage === null) return null;
  return (
    <div className="fx-note no-print">
      <Banner
        action={
          <Button onClick={() => void download([row], 'original')} size="sm">
            {t('inbox.downloadOriginal')}
          </Button>
        }
        tone="warn"
      >
        <b>{t(`inbox.problem.${damage}`)}.</b> {t(`inbox.problemText.${damage}`)}
      </Banner>
    </div>
  );
}
