import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Download, History } from 'lucide-react';
import { ACCESS_KINDS } from '#contract/audit/fax-activity.ts';
import { intlLocale } from '#contract/kit/language.ts';
import { Button } from '#web/ui/button.tsx';
import { today } from '#web/ui/calendar-dates.ts';
import { DateRange } from '#web/ui/date-range.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FaxActivityList } from './fax-activity-list.tsx';
import { formatDay } from '#web/kit/format-date.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { Pager } from '#web/kit/pager.tsx';
import { useLastPage } from '#web/kit/use-last-page.ts';
import { ACTIVITY_PAGE, lastYear, useActivityExport, useFaxActivity } from './use-fax-activity.ts';
import type { ActivityFilter, ActivityOf } from './use-fax-activity.ts';

/** The activity with filters, pages and export: of an account, of an administrator's account, or of one fax. */
export function FaxActivity(props: { of: ActivityOf }) {
  const { of } = props;
  const [filter, setFilter] = useState<ActivityFilter>({ kind: '', range: null });
  const [page, setPage] = useState(1);
  return (
    <>
      <Tools
        filter={filter}
        of={of}
        onChange={(change) => {
          setFilter({ ...filter, ...change });
          setPage(1);
        }}
      />
      <Entries filter={filter} of={of} onPage={setPage} page={page} />
    </>
  );
}

function Tools(props: {
  of: ActivityOf;
  filter: ActivityFilter;
  onChange: (change: Partial<ActivityFilter>) => void;
}) {
  const { of, filter, onChange } = props;
  const { t, i18n } = useTranslation();
  const { busy, save } = useActivityExport(of, filter);
  return (
    <div className="acts-tools">
      <div className="acts-filters">
        <Select
          label={t('activity.kinds')}
          look="quiet"
          onChange={(event) =>
            onChange({ kind: ACCESS_KINDS.find((kind) => kind === event.target.value) ?? '' })
          }
          options={[
            { value: '', label: t('activity.allKinds') },
            ...ACCESS_KINDS.map((kind) => ({ value: kind, label: t(`activity.kind.${kind}`) })),
          ]}
          value={filter.kind}
        />
        <DateRange
          format={formatDay}
          labels={{
            from: t('activity.from'),
            to: t('activity.to'),
          }}
          language={intlLocale(i18n.language)}
          max={today()}
          onChange={(range) => onChange({ range })}
          value={filter.range ?? { from: lastYear().from, to: today() }}
        />
      </div>
      <Button busy={busy} busyLabel={t('activity.exporting')} icon={Download} onClick={save} size="sm">
        {t('activity.export')}
      </Button>
    </div>
  );
}

function Entries(props: {
  of: ActivityOf;
  filter: ActivityFilter;
  page: number;
  onPage: (page: number) => void;
}) {
  const { of, filter, page, onPage } = props;
  const { t } = useTranslation();
  const { data, isPending, isError, refetch } = useFaxActivity(of, filter, page);
  useLastPage(data && { rows: data.rows.length, total: data.total }, {
    page,
    pageSize: ACTIVITY_PAGE,
    go: onPage,
  });
  if (isError) return <LoadFailed onRetry={() => void refetch()} text={t('activity.loadFailed')} />;
  if (isPending)
    return (
      <output aria-label={t('activity.loading')} className="acts-wait">
        <Skeleton height="40px" width="100%" />
        <Skeleton height="40px" width="100%" />
        <Skeleton height="40px" width="100%" />
      </output>
    );
  if (data.rows.length === 0)
    return <EmptyState icon={History} text={t('activity.emptyText')} title={t('activity.empty')} />;
  return (
    <>
      <FaxActivityList faxes={of.fid === undefined} label={t('activity.title')} rows={data.rows} />
      <div className="acts-pager">
        <Pager onPage={onPage} page={page} pageSize={ACTIVITY_PAGE} total={data.total} />
      </div>
    </>
  );
}
