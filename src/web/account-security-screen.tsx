import { useMainData } from './kit/main-data.ts';
import { AccountSecurityPage } from './features/preferences/account-security/account-security-page.tsx';
import { SecondStepSection } from './features/second-step/second-step-section.tsx';

/** Preferences | Account security: the password, two-step login, and where one is logged in. */
export function AccountSecurityScreen() {
  const number = useMainData()?.formattedFaxNumber ?? '';
  return <AccountSecurityPage logins={<SecondStepSection name={number} />} />;
}
