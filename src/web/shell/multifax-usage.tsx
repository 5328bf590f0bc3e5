import './usage-meter.css';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/kit/format-number.ts';
import { TaggedText } from '#web/kit/tagged-text.tsx';
import type { MultifaxData } from '#web/shared/customers/multifax-data.ts';
import { StackedBar } from '#web/ui/stacked-bar.tsx';

/** The pages that all accounts have used of their shared monthly limit (HEAD-13). */
export function MultifaxUsage(props: { main: MultifaxData | undefined; block?: boolean }) {
  const { main, block = false } = props;
  const { t, i18n } = useTranslation();
  if (main === undefined) return null;
  const format = (value: number) => formatNumber(value, i18n.language);
  return (
    <div className="usage" data-block={block || undefined}>
      <StackedBar
        max={main.totalPages}
        parts={[{ key: 'used', value: Math.min(main.usedPages, main.totalPages), tone: 'first' }]}
      />
      <span className="num">
        <TaggedText
          elements={{ b: <b /> }}
          text={t('shell.usage', { used: format(main.usedPages), limit: format(main.totalPages) })}
        />
      </span>
    </div>
  );
}
