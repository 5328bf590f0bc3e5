import { useTranslation } from 'react-i18next';
import { Checklist } from '#web/ui/checklist.tsx';
import { requirementsOf } from './password-rules.ts';
import type { ShownRules } from './password-rules.ts';

/** A live list of the requirements that a new password still has to meet (RESET-03, SEC-02). */
export function PasswordChecklist(props: { rules: ShownRules; password: string }) {
  const { t } = useTranslation();
  return (
    <Checklist
      items={requirementsOf(props.rules, props.password)}
      label={t('reset.needs')}
      metLabel={t('reset.met')}
      openLabel={t('reset.open')}
    />
  );
}
