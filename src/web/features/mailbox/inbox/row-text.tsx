import { memo } from 'react';
import type { TFunction } from 'i18next';
import { Archive, Inbox, Send } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { formatBytes } from '#web/kit/format-bytes.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { toneOf } from '#web/shared/faxes/send-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { later } from '#web/ui/later.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { DaysLeft, DeletedDate } from './deleted-fax.tsx';
import { partyDetails, partyOf } from '#web/shared/mailbox/fax-party.ts';
import type { Party } from '#web/shared/mailbox/fax-party.ts';
import { faxProblem } from './fax-problem.ts';
import type { ListedFax } from './fax-queries.ts';
import { Highlight } from './highlight.tsx';
import type { WorkLineProps } from './team/work-line.tsx';

const WorkLine = later<WorkLineProps>(async () => (await import('./team/work-line.tsx')).WorkLine);

interface RowTextProps {
  row: ListedFax;
  q: string;
  t: TFunction;
}

/** The text of a row: party and date, and below them company, number and pages. */
export const RowText = memo(function RowText(props: RowTextProps) {
  const { row, q, t } = props;
  const party = partyOf(row);
  return (
    <div className="it-text">
      <div className="it-l1">
        <Name party={party} q={q} row={row} t={t} />
        <FolderOf row={row} t={t} />
        {row.deleted_at === undefined ? (
          <When at={row.fax_date} />
        ) : (
          <time className="num" dateTime={row.deleted_at}>
            <DeletedDate at={row.deleted_at} t={t} />
          </time>
        )}
      </div>
      {row.snippet !== undefined && (
        <div className="it-snippet trunc" dir="auto">
          <Highlight q={q} text={row.snippet} />
        </div>
      )}
      <div className="it-l2">
        {row.erased_at === undefined ? (
          <Details party={party} q={q} row={row} t={t} />
        ) : (
          <DaysLeft t={t} until={row.erased_at} />
        )}
        <span className="it-pages num">
          {row.origin === 'email' && `${t('inbox.byEmail')} · `}
          {t('inbox.pages', { count: row.fax_pages })}
          <span className="it-size"> · {formatBytes(row.fax_size)}</span>
        </span>
      </div>
      {row.work !== undefined && <WorkLine t={t} work={row.work} />}
    </div>
  );
});

/** The same as cells of the horizontal view. */
export const RowCells = memo(function RowCells(props: RowTextProps) {
  const { row, q, t } = props;
  const party = partyOf(row);
  return (
    <>
      <span className="it-cell">
        <Name party={party} q={q} row={row} t={t} />
        <FolderOf row={row} t={t} />
      </span>
      <span className="it-cell">
        <Problem row={row} t={t} />
        <span className="trunc" dir="auto">
          {party.company === '' ? unknownText(party, t) : <Highlight q={q} text={party.company} />}
        </span>
      </span>
      <bdi className="num" dir="ltr">
        {party.number === null ? '–' : <Highlight q={q} text={party.number} />}
      </bdi>
      <span className="num table-end">
        <span aria-hidden="true">{row.fax_pages}</span>
        <span className="sr">{t('inbox.pages', { count: row.fax_pages })}</span>
      </span>
      <span className="num table-end">{formatBytes(row.fax_size)}</span>
      <span className="table-end">
        <When at={row.fax_date} />
      </span>
    </>
  );
});

function Name(props: RowTextProps & { party: Party }) {
  const { row, party, q, t } = props;
  return (
    <>
      {row.is_new === '1' && <span className="sr">{t('inbox.unread')}</span>}
      <span className={party.nameIsNumber ? 'it-name num trunc' : 'it-name trunc'} dir="auto">
        <Highlight q={q} text={party.name ?? t('inbox.unknown')} />
      </span>
      {row.test && <Pill tone="plain">{t('inbox.test')}</Pill>}
    </>
  );
}

const FOLDER_ICON: Readonly<Record<NonNullable<ListedFax['folder']>, LucideIcon>> = {
  Inbox,
  Sent: Send,
  Archive,
};

/** The folder of a fax that a search found. */
function FolderOf(props: { row: ListedFax; t: TFunction }) {
  const { folder } = props.row;
  if (folder === undefined) return null;
  return (
    <span className="it-folder">
      <Icon as={FOLDER_ICON[folder]} size="xs" />
      {props.t(`inbox.folder.${folder}`)}
    </span>
  );
}

function When(props: { at: string }) {
  return (
    <time className="num" dateTime={props.at}>
      <bdi dir="ltr">{formatDateTime(props.at)}</bdi>
    </time>
  );
}

function Details(props: RowTextProps & { party: Party }) {
  const { party, row, q, t } = props;
  const details = partyDetails(party);
  // A problem takes the place of the company; numbers are never truncated.
  const { company, number } = faxProblem(row) === null ? details : { ...details, company: '' };
  return (
    <>
      <Problem row={row} t={t} />
      {company !== '' && (
        <span className="trunc" dir="auto">
          <Highlight q={q} text={company} />
        </span>
      )}
      {company !== '' && number !== '' && <span aria-hidden="true">·</span>}
      {number !== '' && (
        <bdi className="num" dir="ltr">
          <Highlight q={q} text={number} />
        </bdi>
      )}
      {company === '' && number === '' && faxProblem(row) === null && (
        <span className="trunc">{unknownText(party, t)}</span>
      )}
    </>
  );
}

/** Returns the text in place of an unknown party's company. */
function unknownText(party: Party, t: TFunction): string {
  if (party.number === null) return t('inbox.noNumber');
  return party.inContacts ? '' : t('inbox.notInContacts');
}

function Problem(props: { row: ListedFax; t: TFunction }) {
  const { row, t } = props;
  const problem = faxProblem(row);
  if (problem === null) return null;
  // The state of a sent fax has the same name and color on every screen.
  if (problem === 'uncertain') return <Pill tone={toneOf('UNCERTAIN')}>{t('sendState.UNCERTAIN')}</Pill>;
  if (problem === 'notSent') return <Pill tone={toneOf('NOT_SENT')}>{t('sendState.NOT_SENT')}</Pill>;
  return <Pill tone={problem === 'partly' ? 'warn' : 'bad'}>{t(`inbox.problem.${problem}`)}</Pill>;
}
