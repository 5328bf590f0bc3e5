import { Outlet } from '@tanstack/react-router';
import { busy } from '#web/kit/busy.ts';
import { Overlay } from '#web/ui/overlay.tsx';
import { useStore } from '#web/ui/store.ts';

/** The frame of all pages: the page and the global overlay (AUTH-10). */
export function Root() {
  const work = useStore(busy);
  return (
    <Overlay label={work ?? ''} open={work !== null}>
      <Outlet />
    </Overlay>
  );
}
