import { useLayoutEffect } from 'react';

/**
 * Hears the keys of the whole page while the component is on it. In a layout effect, so that a key works as soon as
 * the page can be seen: other effects run after the paint, and a key pressed before them would be lost.
 *
 * @param hear The same function from render to render; null: hears nothing now.
 */
export function useKeyDown(hear: ((event: KeyboardEvent) => void) | null): void {
  useLayoutEffect(() => {
    if (hear === null) return undefined;
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, [hear]);
}
