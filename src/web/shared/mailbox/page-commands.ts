import { useEffect, useRef } from 'react';
import type { MenuEntry } from '#web/ui/menu.tsx';

/** What can be done with what a page shows, such as the opened fax. */
export interface PageCommands {
  title: string;
  entries: readonly MenuEntry[];
}

let source: (() => PageCommands) | null = null;

/** What the page offers at this moment; null where nothing is opened or selected. */
export function pageCommands(): PageCommands | null {
  return source?.() ?? null;
}

/** Offers commands to the palette, which lists them first, while the component is on the page. */
export function usePageCommands(commands: PageCommands): void {
  const live = useRef(commands);
  useEffect(() => {
    live.current = commands;
  });
  useEffect(() => {
    const own = () => live.current;
    source = own;
    return () => {
      if (source === own) source = null;
    };
  }, []);
}
