import { memo } from 'react';
import type { TFunction } from 'i18next';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { formatBytes } from '#web/kit/format-bytes.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { Pill } from '#web/ui/pill.tsx';
import { DaysLeft, DeletedDate } from './deleted-fax.tsx';
import { partyDetails, partyOf } from './fax-party.ts';
import type { Party } from './fax-party.ts';
import { faxProblem } from './fax-problem.ts';
import { Highlight } from './highlight.tsx';
import { Thumbnail } from './thumbnail.tsx';

/**
 * One fax of the list. It knows no verbs: the list around it listens, so that a row is drawn again only when something
 * visible about it changes; and then its words are not, which are most of it. Nor does it look for the translator by
 * itself: a hundred subscriptions would come and go with every page.
 */
export const MessageRow = memo(function MessageRow(props: {
  row: FaxRow;
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

const RowText = memo(function RowText(props: { row: FaxRow; q: string; t: TFunction }) {
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
        <time className="num" dateTime={row.deleted_at ?? row.fax_date}>
          {row.deleted_at === undefined ? (
            <bdi dir="ltr">{formatDateTime(row.fax_date)}</bdi>
          ) : (
            <DeletedDate at={row.deleted_at} t={t} />
          )}
        </time>
      </div>
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
    </div>
  );
});

function Details(props: { party: Party; row: FaxRow; q: string; t: TFunction }) {
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
