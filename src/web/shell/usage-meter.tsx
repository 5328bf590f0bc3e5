import './usage-meter.css';
import { useTranslation } from 'react-i18next';
import { TaggedText } from '#web/kit/tagged-text.tsx';
import type { MainData } from '#web/shared/mailbox/main-data.ts';
import { StackedBar } from '#web/ui/stacked-bar.tsx';

/** The pages used of the monthly limit; enterprise accounts have no limit and no meter (HEAD-04). */
export function UsageMeter(props: { main: MainData | undefined; block?: boolean }) {
  const { main, block = false } = props;
  const { t } = useTranslation();
  if (main === undefined || main.enterprise) return null;
  return (
    <div className="usage" data-block={block || undefined}>
      <StackedBar
        max={main.monthLimit}
        parts={[
          { key: 'received', value: main.rcvdPages, tone: 'first' },
          { key: 'sent', value: main.sentPages, tone: 'second' },
        ]}
      />
      <span className="num">
        <TaggedText
          elements={{ b: <b /> }}
          text={t('shell.usage', { used: main.currentUsage, limit: main.monthLimit })}
        />
      </span>
    </div>
  );
}
