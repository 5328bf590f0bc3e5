import { intlLocale } from '#contract/kit/language.ts';
import { formatNumber } from '#web/kit/format-number.ts';
import '#web/ui/card.css';
import './usage.css';
import { useTranslation } from 'react-i18next';
import { Download } from 'lucide-react';
import { formatDay } from '#web/kit/format-date.ts';
import { usePageTitle } from '#web/kit/page-title.ts';
import { BarChart } from '#web/ui/bar-chart.tsx';
import { Button } from '#web/ui/button.tsx';
import { today } from '#web/ui/calendar-dates.ts';
import { DateRange } from '#web/ui/date-range.tsx';
import type { Range } from '#web/ui/date-range.tsx';
import { ListFailed, MultifaxFrame } from '../multifax-frame.tsx';
import { MultifaxPager } from '../multifax-pager.tsx';
import { useListPlace } from '../sub-page.ts';
import { thisMonth } from './usage-range.ts';
import { UsageTable } from './usage-table.tsx';
import { useExport } from './use-export.ts';
import { useUsage, useUsageDays } from './use-usage.ts';

/** The pages of every account in a range of days, with an export file (MFU-01, MFU-05). */
export function UsagePage() {
  const { t, i18n } = useTranslation();
  usePageTitle(t('multifax.usage.title'));
  const { place, go } = useListPlace({ sort: 'total', order: 'desc' });
  const range = place.range ?? thisMonth();
  const usage = useUsage(range, place);
  const { busy, save } = useExport(range);
  return (
    <MultifaxFrame
      actions={
        <span className="mf-usage-actions">
          <DateRange
            format={formatDay}
            labels={{
              from: t('multifax.usage.from'),
              to: t('multifax.usage.to'),
            }}
            language={intlLocale(i18n.language)}
            max={today()}
            onChange={(next) => go({ range: next })}
            value={range}
          />
          <Button busy={busy} busyLabel={t('multifax.usage.exporting')} icon={Download} onClick={save}>
            {t('multifax.usage.export')}
          </Button>
        </span>
      }
      aside={<span className="meta mf-daily">{t('multifax.usage.daily')}</span>}
      title={t('multifax.usage.title')}
    >
      {usage.failure !== 'none' && (
        <ListFailed
          onRetry={usage.reload}
          text={t(
            usage.failure === 'precondition' ? 'multifax.usage.unavailable' : 'multifax.usage.loadFailed',
          )}
        />
      )}
      {usage.data !== undefined && usage.data.total > 0 && <DaysChart range={range} />}
      {(usage.data !== undefined || usage.failure === 'none') && (
        <UsageTable go={go} place={place} usage={usage} />
      )}
      <MultifaxPager
        onPage={(page) => go({ page })}
        page={place.page}
        rows={usage.data?.accountList}
        total={usage.data?.total ?? 0}
      />
      {usage.data !== undefined && usage.data.total > 0 && (
        <p className="meta num mf-foot">{t('multifax.usage.accounts', { count: usage.data.total })}</p>
      )}
    </MultifaxFrame>
  );
}

function DaysChart(props: { range: Range }) {
  const { t, i18n } = useTranslation();
  const days = useUsageDays(props.range)?.days ?? [];
  if (days.length === 0) return null;
  const format = (value: number) => formatNumber(value, i18n.language);
  return (
    <div className="card mf-chart">
      <BarChart
        columns={days.map(({ date, received, sent }) => ({
          key: date,
          label: formatDay(date),
          first: received,
          second: sent,
        }))}
        format={format}
        heads={{
          label: t('multifax.usage.day'),
          first: t('multifax.usage.received'),
          second: t('multifax.usage.sent'),
        }}
        label={t('multifax.usage.chart')}
      />
    </div>
  );
}
