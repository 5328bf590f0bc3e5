import type { ReactNode } from 'react';
import { later } from '#web/ui/later.tsx';

/** Whether the side menu is open, and what is in it. */
export interface DrawerFrameProps {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The phone's side menu without its content: the brand above, a way to close, focus kept inside. */
export const DrawerFrame = later<DrawerFrameProps>(async () => (await import('./drawer-box.tsx')).DrawerBox);
