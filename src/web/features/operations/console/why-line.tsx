import './calls.css';
import { useTranslation } from 'react-i18next';
import { Circle, CircleCheck } from 'lucide-react';
import type { ConsideredLine } from '#contract/faxes/queue.admin.ts';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ConsoleLink } from './console-parts.tsx';

/** The lines that could reach a number when a call was placed, and why one of them was chosen. */
export function WhyLine({ of }: { of: readonly ConsideredLine[] }) {
  const { t } = useTranslation();
  if (of.length === 0) return null;
  return (
    <Card title={t('operator.why.title')}>
      <ul className="oc-why">
        {of.map(({ line, because, price }) => {
          const words = [
            price === null ? '' : t('operator.why.price', { price }),
            because === 'CHOSEN' && price !== null ? '' : t(`operator.why.${because}`),
          ];
          return (
            <li data-chosen={because === 'CHOSEN' || undefined} key={line}>
              <Icon as={because === 'CHOSEN' ? CircleCheck : Circle} size="s" />
              <ConsoleLink to={`lines/${line}`}>{line}</ConsoleLink>
              <span className="meta">{words.filter(Boolean).join(' · ')}</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
