import { useRouter } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Whether the page that asks is still where people are: an answer that comes late must not lead them back to it. A page
 * that is being left stays on the screen until the next one has loaded; it does not count as shown any more.
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
