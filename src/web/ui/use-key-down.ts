import { useLayoutEffect } from 'react';

/**
 * Listens to the keys of the whole page while the component is mounted. Uses a layout effect, so that a key works as
 * soon as the page is visible: other effects run after the paint, and a key pressed before them would be lost.
 *
 * @param hear Must be the same function in every render; null ignores keys.
 */
export function useKeyDown(hear: ((event: KeyboardEvent) => void) | null): void {
  useLayoutEffect(() => {
    if (hear === null) return undefined;
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, [hear]);
}
