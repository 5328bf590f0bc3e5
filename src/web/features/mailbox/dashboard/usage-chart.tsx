import { useTranslation } from 'react-i18next';
import { DEFAULT_MONTH_LIMIT } from '#contract/mailbox/account.ts';
import type { dashboard } from '#contract/mailbox/dashboard.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { formatNumber } from '#web/kit/format-number.ts';
import { useNarrow } from '#web/kit/screen.ts';
import { Card } from '#web/ui/card.tsx';
import { DonutChart } from '#web/ui/donut-chart.tsx';
import type { Slice } from '#web/ui/donut-chart.tsx';

/** The pages of this month. Without a limit (enterprise), the ring shows only the total (spec decisions 4.3). */
export function UsageChart(props: {
  usage: ReplyOf<typeof dashboard>['usage'];
  enterprise: boolean;
  month: string;
}) {
  const { usage, enterprise, month } = props;
  const { t, i18n } = useTranslation();
  const narrow = useNarrow();
  const format = (value: number) => formatNumber(value, i18n.language);
  const limit = usage.monthLimit ?? DEFAULT_MONTH_LIMIT;
  const left = Math.max(limit - usage.currentUsage, 0);
  const used: readonly Slice[] = [
    { key: 'received', label: t('dashboard.usage.received'), value: usage.rcvdPages, tone: 'first' },
    { key: 'sent', label: t('dashboard.usage.sent'), value: usage.sentPages, tone: 'second' },
  ];
  const rest: Slice = { key: 'rest', label: t('dashboard.usage.remaining'), value: left, tone: 'rest' };
  const chart = (
    <DonutChart
      caption={
        enterprise
          ? t('dashboard.usage.pagesIn', { count: usage.currentUsage, month })
          : t('dashboard.usage.pagesLeft', { count: left })
      }
      compact={narrow}
      extra={
        enterprise || narrow
          ? []
          : [{ key: 'limit', label: t('dashboard.usage.limit'), value: format(limit) }]
      }
      figure={format(enterprise ? usage.currentUsage : left)}
      format={format}
      label={t('dashboard.usage.title')}
      labelHead={t('dashboard.usage.kind')}
      slices={enterprise ? used : [...used, rest]}
      valueHead={t('dashboard.pages')}
    />
  );
  return narrow ? (
    <Card className="dash-usage">{chart}</Card>
  ) : (
    <Card className="dash-usage" title={t('dashboard.usage.title')}>
      {chart}
    </Card>
  );
}
