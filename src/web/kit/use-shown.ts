import { useRouter } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns a ref that tells whether the calling page is still shown: a late response must not lead people back to it. A
 * page that is being left stays on the screen until the next one has loaded, but no longer counts as shown.
 */
export function useShown(): { readonly current: boolean } {
  const router = useRouter();
  const path = useRef<string | null>(null);
  useLayoutEffect(() => {
    path.current = router.latestLocation.pathname;
    return () => {
      path.current = null;
    };
  }, [router]);
  const [shown] = useState(() => ({
    get current() {
      return path.current === router.latestLocation.pathname;
    },
  }));
  return shown;
}
