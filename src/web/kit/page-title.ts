import { useEffect } from 'react';
import { setPageTitle } from './brand.ts';

/** Sets the page name in the window title while the page is shown. */
export function usePageTitle(name: string): void {
  useEffect(() => setPageTitle(name), [name]);
}
