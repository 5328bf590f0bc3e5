import { useTranslation } from 'react-i18next';
import { useMultifaxData } from './kit/multifax-data.ts';
import { usePageTitle } from './kit/page-title.ts';
import { MultifaxFrame } from './features/multifax/multifax-frame.tsx';
import { PasskeySection } from './features/passkeys/passkey-section.tsx';
import { SecondStepSection } from './features/second-step/second-step-section.tsx';

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
