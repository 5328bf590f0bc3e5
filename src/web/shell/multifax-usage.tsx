import './usage-meter.css';
import { Trans, useTranslation } from 'react-i18next';
import { formatNumber } from '#web/kit/format-number.ts';
import type { MultifaxData } from '#web/shared/customers/multifax-data.ts';
import { StackedBar } from '#web/ui/stacked-bar.tsx';

/** Pages that all accounts together used, of those that they share in a month (HEAD-13). */
export function MultifaxUsage(props: { main: MultifaxData | undefined; block?: boolean }) {
  const { main, block = false } = props;
  const { i18n } = useTranslation();
  if (main === undefined) return null;
  const format = (value: number) => formatNumber(value, i18n.language);
  return (
    <div className="usage" data-block={block || undefined}>
      <StackedBar
        max={main.totalPages}
        parts={[{ key: 'used', value: Math.min(main.usedPages, main.totalPages), tone: 'first' }]}
      />
      <span className="num">
        <Trans
          components={{ b: <b /> }}
          i18nKey="shell.usage"
          values={{ used: format(main.usedPages), limit: format(main.totalPages) }}
        />
      </span>
    </div>
  );
}
