import type { TFunction } from 'i18next';
import { shownNumber } from '#web/shared/identity/group-role-cells.tsx';

/** Returns the scope of a role as text. */
export function shownPlace(
  t: TFunction,
  { account, faxNumber }: { account: string | null; faxNumber: string },
): string {
  return account === null ? t('provisioning.thisAdministrator') : shownNumber(faxNumber);
}
