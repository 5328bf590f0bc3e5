import type { ListFolder } from '#contract/mailbox/inbox.ts';
import type { Right, Role } from '#contract/kit/roles.ts';
import { roleAllows } from '#contract/kit/roles.ts';
import { useMainData } from './main-data.ts';
import type { MainData } from './main-data.ts';

/** Returns the role of the signed-in user: the login with number and password is the owner's. */
export function roleOf(main: MainData | undefined): Role {
  return main?.person?.role ?? 'owner';
}

/**
 * Returns whether the role of the signed-in user includes a right; without `right`, whether they may do what only
 * owners may. The server decides, this only tidies the page.
 */
export function useMay(right?: Right): boolean {
  return roleAllows(roleOf(useMainData()), right);
}

/** The folders of people who see only the faxes that they sent. */
const SENT_FOLDERS: readonly ListFolder[] = ['Outbox', 'Sent'];

/** Returns whether people with this role see a folder. */
export function hasFolder(role: Role, folder: ListFolder): boolean {
  return roleAllows(role, 'read') || SENT_FOLDERS.includes(folder);
}
