import './party-faxes.css';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { FAX_TABLE, faxArchiveList } from '#contract/mailbox/inbox.ts';
import type { FaxRow, Folder } from '#contract/mailbox/inbox.ts';
import { formatFaxNumber, normalizeNumber } from '#contract/kit/fax-number.ts';
import { buildTableQuery } from '#contract/kit/table-query.ts';
import { callApi } from '#web/kit/call-api.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { readInboxSearch } from '#web/shared/mailbox/inbox-search.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** How many faxes are listed. */
const SHOWN = 5;
/** How many results to request: a search for a number also finds longer numbers, and only the party's own are used. */
const ASKED = 25;

interface Found {
  row: FaxRow;
  folder: Folder;
}

/** The latest faxes with a number, from all folders, and a link to all of them; `current` is the open fax. */
export function PartyFaxes(props: { number: string; current?: string }) {
  const { number, current } = props;
  const { t } = useTranslation();
  const faxes = useQuery({
    // Not below the keys of the inbox lists, whose responses have another form.
    queryKey: ['inbox', 'with', number] as const,
    queryFn: async ({ signal }) => await latestWith(number, signal),
  });
  const q = formatFaxNumber(normalizeNumber(number)) ?? number;
  return (
    <section className="party-faxes">
      <h3>{t('contacts.latest')}</h3>
      {faxes.isError && <LoadFailed onRetry={() => void faxes.refetch()} text={t('contacts.faxesFailed')} />}
      {faxes.isPending && <Skeleton height="20px" />}
      {faxes.data?.length === 0 && <p className="meta">{t('contacts.noFaxes')}</p>}
      {faxes.data !== undefined && faxes.data.length > 0 && (
        <>
          <ul>
            {faxes.data.map(({ row, folder }) => (
              <li key={row.fax_id}>
                <FaxLink current={row.fax_id === current} folder={folder} row={row} />
              </li>
            ))}
          </ul>
          <Link search={readInboxSearch({ folder: faxes.data[0]?.folder, q })} to="/inbox">
            {t('contacts.allFaxes')}
          </Link>
        </>
      )}
    </section>
  );
}

function FaxLink({ row, folder, current }: Found & { current: boolean }) {
  const { t } = useTranslation();
  const sent = row.action === 'S';
  const failed = sent && row.status !== 'OK';
  const what = failed ? 'contacts.notSentFax' : sent ? 'contacts.sentFax' : 'contacts.receivedFax';
  return (
    <Link
      aria-current={current || undefined}
      search={readInboxSearch({ folder, fax: row.fax_id })}
      to="/inbox"
    >
      <Icon as={sent ? ArrowUpRight : ArrowDownLeft} flip size="s" />
      <span className="grow" data-bad={failed || undefined}>
        {t(what)} · {t('inbox.pages', { count: row.fax_pages })}
      </span>
      <bdi className="num meta" dir="ltr">
        {formatDateTime(row.fax_date)}
      </bdi>
    </Link>
  );
}

async function latestWith(number: string, signal: AbortSignal): Promise<Found[]> {
  const digits = normalizeNumber(number);
  const ask = async (archive: '0' | '1') => {
    const how = { start: 0, length: ASKED, sort: FAX_TABLE.defaultSort, search: digits };
    const query = buildTableQuery({ ...how, filters: { archive, deleted: '0' } }, FAX_TABLE);
    const { data } = await callApi(faxArchiveList, { query, signal });
    return data
      .filter((row) => normalizeNumber(row.fax_from) === digits)
      .map((row): Found => ({ row, folder: folderOf(row, archive) }));
  };
  const found = (await Promise.all([ask('0'), ask('1')])).flat();
  return found.toSorted((a, b) => Date.parse(b.row.fax_date) - Date.parse(a.row.fax_date)).slice(0, SHOWN);
}

function folderOf(row: FaxRow, archive: '0' | '1'): Folder {
  if (archive === '1') return 'Archive';
  return row.action === 'S' ? 'Sent' : 'Inbox';
}
