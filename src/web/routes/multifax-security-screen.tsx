import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { useMultifaxData } from '#web/shared/customers/multifax-data.ts';
import { PasswordSection } from '#web/shared/identity/password-section.tsx';
import { SessionList } from '#web/shared/identity/session-list.tsx';
import { useSessions } from '#web/shared/identity/use-sessions.ts';
import { usePageTitle } from '#web/kit/page-title.ts';
import { MultifaxFrame } from '#web/features/customers/administrators/multifax-frame.tsx';
import { PasskeySection } from '#web/features/identity/passkeys/passkey-section.tsx';
import { LoginNoticesSwitch } from '#web/features/identity/sessions/login-notices-switch.tsx';
import { ProfileSection } from '#web/features/identity/people/profile-section.tsx';
import { SecondStepSection } from '#web/features/identity/second-factor/second-step-section.tsx';

/** The account security of an administrator, or of a person who works for one: logins and sessions. */
export function MultifaxSecurityScreen() {
  const { t } = useTranslation();
  usePageTitle(t('security.title'));
  const navigate = useNavigate();
  const main = useMultifaxData();
  const sessions = useSessions();
  const { person = null, username = '' } = main ?? {};
  return (
    <MultifaxFrame form title={t('security.title')}>
      <div className="mf-stack">
        <ProfileSection
          onLeft={() => void navigate({ to: '/login/email', replace: true })}
          person={person}
          place={username}
        />
        <PasswordSection />
        <SecondStepSection name={person?.email ?? username} />
        <PasskeySection />
        <LoginNoticesSwitch />
        <SessionList list={sessions} />
      </div>
    </MultifaxFrame>
  );
}
