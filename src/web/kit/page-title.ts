import { useEffect } from 'react';
import { setPageTitle } from './brand.ts';

/** Names the page in the window title while it is shown. */
export function usePageTitle(name: string): void {
  useEffect(() => setPageTitle(name), [name]);
}
