import './split-note.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { faxSplit } from '#contract/mailbox/fax-split.ts';
import type { FaxSplit, SplitFax } from '#contract/mailbox/fax-split.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { callApi } from '#web/kit/call-api.ts';
import { changesEnd } from '#web/shared/mailbox/in-turn.ts';
import { useMay } from '#web/shared/mailbox/role.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useUndoSplit } from './use-undo-split.ts';

/** A note above a fax that was split at separator pages: its parts, the whole fax, and the undo button. */
export function SplitNote({ row }: { row: FaxRow }) {
  const { t } = useTranslation();
  const may = useMay('work');
  const { undo, busy } = useUndoSplit(row.fax_id);
  const {
    data: split,
    isError,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['inbox', 'split', row.fax_id],
    queryFn: async ({ signal }) => {
      await changesEnd();
      return await callApi(faxSplit, { query: { fid: row.fax_id }, signal });
    },
  });
  if (split === undefined)
    return isError ? (
      <div className="fx-note no-print">
        <Banner
          action={
            <Button busy={isFetching} onClick={() => void refetch()} size="sm">
              {t('app.tryAgain')}
            </Button>
          }
          tone="warn"
        >
          {t('inbox.split.failed')}
        </Banner>
      </div>
    ) : null;
  const { part, whole, parts } = split;
  return (
    <div className="fx-note no-print">
      <Banner
        action={
          may &&
          row.deleted_at === undefined &&
          canBeUndone(split) && (
            <Button
              busy={busy}
              onClick={(event) => {
                // The button disappears with the split; the focus of keyboard users moves to the fax.
                event.currentTarget.closest('article')?.focus({ preventScroll: true });
                void undo();
              }}
              size="sm"
            >
              {t('inbox.split.undo')}
            </Button>
          )
        }
        tone="info"
      >
        <SplitWords from={row.fax_from} split={split} />
        <ul aria-label={t('inbox.split.faxes')} className="split-faxes">
          {part !== null && <OneOfThem always fax={whole} name={t('inbox.split.wholeFax')} />}
          {parts.map((fax, at) => (
            <OneOfThem
              current={at + 1 === part}
              fax={fax}
              key={at}
              name={t('inbox.split.onePart', { number: at + 1 })}
            />
          ))}
        </ul>
      </Banner>
    </div>
  );
}

/** Returns whether a split can be undone: the whole fax must exist, and there must be something to change. */
function canBeUndone({ whole, parts }: FaxSplit): boolean {
  if (whole.folder === null || whole.folder === 'Deleted') return false;
  return whole.folder === 'Archive' || parts.some(({ folder }) => folder !== null && folder !== 'Deleted');
}

/** Names the part, the number of parts, and the party; on the whole fax, only the number of parts. */
function SplitWords(props: { split: FaxSplit; from: string }) {
  const { part, parts } = props.split;
  const { t } = useTranslation();
  if (part === null) return t('inbox.split.whole', { count: parts.length });
  const number = formatFaxNumber(props.from);
  const words = { number: part, of: parts.length };
  return number === null
    ? t('inbox.split.partOfUnknown', words)
    : t('inbox.split.part', { ...words, from: number });
}

/** A link to one of the faxes in its folder; a permanently erased fax is only mentioned. */
function OneOfThem(props: { fax: SplitFax; name: string; current?: boolean; always?: boolean }) {
  const { fax, name, current = false, always = false } = props;
  const { t } = useTranslation();
  const { fax_id: id, folder } = fax;
  if (id === null || folder === null)
    return (
      <li className="meta">
        {name} ({t('inbox.split.erased')})
      </li>
    );
  return (
    <li>
      {current ? (
        <b aria-current="true">{name}</b>
      ) : (
        <Link search={{ fax: id, ...(folder !== 'Inbox' && { folder }) }} to="/inbox">
          {name}
        </Link>
      )}
      {(always || folder !== 'Inbox') && <span className="meta"> ({t(`inbox.folder.${folder}`)})</span>}
    </li>
  );
}
