import { later } from '#web/ui/later.tsx';
import type { DrawerFrameProps } from './drawer-box.tsx';

/** The phone's side menu without its content: the brand above, a way to close, focus kept inside. */
export const DrawerFrame = later<DrawerFrameProps>(async () => (await import('./drawer-box.tsx')).DrawerBox);
