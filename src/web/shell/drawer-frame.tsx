import { later } from '#web/ui/later.tsx';
import type { DrawerFrameProps } from './drawer-box.tsx';

/** The phone's side menu without its content: the brand at the top, a close button, and a focus trap. */
export const DrawerFrame = later<DrawerFrameProps>(async () => (await import('./drawer-box.tsx')).DrawerBox);
