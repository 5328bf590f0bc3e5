import { useMainData } from './kit/main-data.ts';
import { AccountSecurityPage } from './features/preferences/account-security/account-security-page.tsx';
import { PasskeySection } from './features/passkeys/passkey-section.tsx';
import { SecondStepSection } from './features/second-step/second-step-section.tsx';

/** Preferences | Account security: the password, two-step login, passkeys, and where one is logged in. */
export function AccountSecurityScreen() {
  const number = useMainData()?.formattedFaxNumber ?? '';
  const logins = (
    <>
      <SecondStepSection name={number} />
      <PasskeySection />
    </>
  );
  return <AccountSecurityPage logins={logins} />;
}
