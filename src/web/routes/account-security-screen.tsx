import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { AccountSecurityPage } from '#web/features/mailbox/preferences/account-security/account-security-page.tsx';
import { PasskeySection } from '#web/features/identity/passkeys/passkey-section.tsx';
import { SecondStepSection } from '#web/features/identity/second-factor/second-step-section.tsx';

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
