import './email-to-fax.css';
import { useTranslation } from 'react-i18next';
import { SendByEmail } from '#web/shared/faxes/send-by-email.tsx';
import { PreferenceFrame } from '../preference-frame.tsx';
import { AppPasswordSection } from './app-password-list.tsx';
import { SenderSection } from './sender-list.tsx';

/** How to send faxes by email: the addresses, the senders, and the app passwords of printers and email programs. */
export function EmailToFaxPage() {
  const { t } = useTranslation();
  return (
    <PreferenceFrame lead={t('byEmail.page.lead')} title={t('byEmail.page.title')}>
      <div className="prefs-stack">
        <section aria-labelledby="by-email-title">
          <h2 className="prefs-sec" id="by-email-title">
            {t('byEmail.how')}
          </h2>
          <div className="prefs-card by-email-card">
            <SendByEmail withSenders={false} />
          </div>
        </section>
        <SenderSection />
        <AppPasswordSection />
      </div>
    </PreferenceFrame>
  );
}
