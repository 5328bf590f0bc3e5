import { useState } from 'react';
import type { MainData } from '#web/shared/mailbox/main-data.ts';
import { Drawer } from './drawer.tsx';
import { TopBar } from './top-bar.tsx';

/** The phone's top bar of the mailbox. */
export function MobileHeader(props: { main: MainData | undefined }) {
  const [open, setOpen] = useState(false);
  return (
    <TopBar onOpen={() => setOpen(true)} open={open}>
      <Drawer main={props.main} onClose={() => setOpen(false)} open={open} />
    </TopBar>
  );
}
