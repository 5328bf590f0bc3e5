import { Outlet } from '@tanstack/react-router';
import { busy } from '#web/kit/busy.ts';
import { Overlay } from '#web/ui/overlay.tsx';
import { useStore } from '#web/ui/store.ts';

/** What every page shares: the page itself and the global overlay (AUTH-10). */
export function Root() {
  const work = useStore(busy);
  return (
    <Overlay label={work ?? ''} open={work !== null}>
      <Outlet />
    </Overlay>
  );
}
