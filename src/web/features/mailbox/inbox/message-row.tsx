import { memo } from 'react';
import type { TFunction } from 'i18next';
import { Archive, Inbox, Send } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { formatBytes } from '#web/kit/format-bytes.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { partyDetails, partyOf } from './fax-party.ts';
import type { Party } from './fax-party.ts';
import type { ListedFax } from './fax-queries.ts';
import { faxProblem } from './fax-problem.ts';
import { Highlight } from './highlight.tsx';
import { Thumbnail } from './thumbnail.tsx';

/**
 * One fax of the list. It knows no verbs: the list around it listens, so that a row is drawn again only when something
 * visible about it changes; and then its words are not, which are most of it. Nor does it look for the translator by
 * itself: a hundred subscriptions would come and go with every page.
 */
export const MessageRow = memo(function MessageRow(props: {
  row: ListedFax;
  selected: boolean;
  open: boolean;
  /** The one row that Tab reaches. */
  active: boolean;
  q: string;
  t: TFunction;
}) {
  const { row, selected, open, active, q, t } = props;
  return (
    // See message-list: a row of the listbox pattern, which no native option can be.
    <div
      aria-current={open || undefined}
      aria-selected={selected}
      className="it"
      data-id={row.fax_id}
      data-new={row.is_new === '1' || undefined}
      data-open={open || undefined}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      tabIndex={active ? 0 : -1}
    >
      <Thumbnail checked={selected} path={row.fax_path} rotation={row.rotation} />
      <RowText q={q} row={row} t={t} />
    </div>
  );
});

const FOLDER_ICON: Readonly<Record<NonNullable<ListedFax['folder']>, LucideIcon>> = {
  Inbox,
  Sent: Send,
  Archive,
};

const RowText = memo(function RowText(props: { row: ListedFax; q: string; t: TFunction }) {
  const { row, q, t } = props;
  const party = partyOf(row);
  const name = party.name ?? t('inbox.unknown');
  return (
    <div className="it-text">
      <div className="it-l1">
        {row.is_new === '1' && <span className="sr">{t('inbox.unread')}</span>}
        <span className={party.nameIsNumber ? 'it-name num trunc' : 'it-name trunc'} dir="auto">
          <Highlight q={q} text={name} />
        </span>
        {row.folder !== undefined && (
          <span className="it-folder">
            <Icon as={FOLDER_ICON[row.folder]} size="xs" />
            {t(`inbox.folder.${row.folder}`)}
          </span>
        )}
        <time className="num" dateTime={row.fax_date}>
          <bdi dir="ltr">{formatDateTime(row.fax_date)}</bdi>
        </time>
      </div>
      {row.snippet !== undefined && (
        <div className="it-snippet trunc" dir="auto">
          <Highlight q={q} text={row.snippet} />
        </div>
      )}
      <div className="it-l2">
        <Details party={party} q={q} row={row} t={t} />
        <span className="it-pages num">
          {row.origin === 'email' && `${t('inbox.byEmail')} · `}
          {t('inbox.pages', { count: row.fax_pages })}
          <span className="it-size"> · {formatBytes(row.fax_size)}</span>
        </span>
      </div>
    </div>
  );
});

function Details(props: { party: Party; row: ListedFax; q: string; t: TFunction }) {
  const { party, row, q, t } = props;
  const problem = faxProblem(row);
  const details = partyDetails(party);
  // What went wrong takes the room of the company; a number is never cut short.
  const { company, number } = problem === null ? details : { ...details, company: '' };
  return (
    <>
      {problem !== null && (
        <Pill tone={problem === 'uncertain' || problem === 'partly' ? 'warn' : 'bad'}>
          {t(`inbox.problem.${problem}`)}
        </Pill>
      )}
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
      {party.number === null && company === '' && <span className="trunc">{t('inbox.noNumber')}</span>}
    </>
  );
}
