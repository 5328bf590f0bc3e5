import { useTranslation } from 'react-i18next';
import { useMultifaxData } from '#web/shared/customers/multifax-data.ts';
import { usePageTitle } from '#web/kit/page-title.ts';
import { MultifaxFrame } from '#web/features/customers/administrators/multifax-frame.tsx';
import { PasskeySection } from '#web/features/identity/passkeys/passkey-section.tsx';
import { SecondStepSection } from '#web/features/identity/second-factor/second-step-section.tsx';

/** The account security of an administrator: how they log in beside their password. */
export function MultifaxSecurityScreen() {
  const { t } = useTranslation();
  usePageTitle(t('security.title'));
  return (
    <MultifaxFrame form title={t('security.title')}>
      <SecondStepSection name={useMultifaxData()?.username ?? ''} />
      <PasskeySection />
    </MultifaxFrame>
  );
}
