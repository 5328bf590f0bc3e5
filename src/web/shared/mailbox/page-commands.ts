import { useEffect, useRef } from 'react';
import type { MenuEntry } from '#web/ui/menu.tsx';

/** The actions on what a page shows, such as the open fax. */
export interface PageCommands {
  title: string;
  entries: readonly MenuEntry[];
}

let source: (() => PageCommands) | null = null;

/** Returns the commands that the page offers now; null if nothing is open or selected. */
export function pageCommands(): PageCommands | null {
  return source?.() ?? null;
}

/** Offers commands to the palette, which lists them first, while the component is mounted. */
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
