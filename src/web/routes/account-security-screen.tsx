import { useNavigate } from '@tanstack/react-router';
import { PasskeySection } from '#web/features/identity/passkeys/passkey-section.tsx';
import { ProfileSection } from '#web/features/identity/people/profile-section.tsx';
import { SecondStepSection } from '#web/features/identity/second-factor/second-step-section.tsx';
import { LoginNoticesSwitch } from '#web/features/identity/sessions/login-notices-switch.tsx';
import { AccountSecurityPage } from '#web/features/mailbox/preferences/account-security/account-security-page.tsx';
import { useMainData } from '#web/shared/mailbox/main-data.ts';

/** Preferences | Account security: the login name, the password, two-step login, passkeys, and the open sessions. */
export function AccountSecurityScreen() {
  const main = useMainData();
  const navigate = useNavigate();
  const logins = (
    <>
      <SecondStepSection name={main?.person?.email ?? main?.formattedFaxNumber ?? ''} />
      <PasskeySection />
      <LoginNoticesSwitch />
    </>
  );
  const profile = main && (
    <ProfileSection
      person={main.person}
      place={main.formattedFaxNumber}
      onLeft={() => void navigate({ to: '/login/email', replace: true })}
    />
  );
  return <AccountSecurityPage logins={logins} profile={profile} />;
}
