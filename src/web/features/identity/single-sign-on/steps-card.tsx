import '#web/shared/identity/provider-setup.css';
import { useTranslation } from 'react-i18next';
import { Card } from '#web/ui/card.tsx';

const STEPS = ['register', 'save', 'prove'] as const;

/** The steps to take before anything is set up. */
export function StepsCard() {
  const { t } = useTranslation();
  return (
    <Card title={t('signOn.steps.title')}>
      <ol className="prov-steps">
        {STEPS.map((step) => (
          <li key={step}>{t(`signOn.steps.${step}`)}</li>
        ))}
      </ol>
    </Card>
  );
}
