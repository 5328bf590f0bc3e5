import type { ListFolder } from '#contract/mailbox/inbox.ts';
import type { Right, Role } from '#contract/kit/roles.ts';
import { roleAllows } from '#contract/kit/roles.ts';
import { useMainData } from './main-data.ts';
import type { MainData } from './main-data.ts';

/** What whoever is signed in may do on the account: the login with number and password is the owner's. */
export function roleOf(main: MainData | undefined): Role {
  return main?.person?.role ?? 'owner';
}

/** Whether their role allows it; without a right, what only owners may do. The server decides, this only tidies the page. */
export function useMay(right?: Right): boolean {
  return roleAllows(roleOf(useMainData()), right);
}

/** Folders of those who see only what they sent. */
const SENT_FOLDERS: readonly ListFolder[] = ['Outbox', 'Sent'];

/** Whether somebody with this role has a folder. */
export function hasFolder(role: Role, folder: ListFolder): boolean {
  return roleAllows(role, 'read') || SENT_FOLDERS.includes(folder);
}
