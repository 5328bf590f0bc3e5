import './overlay.css';
import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Spinner } from './spinner.tsx';

/**
 * Covers the whole page while signing in or out; it fades in late, so that quick answers never flash. Meanwhile nothing of
 * the page takes a click or a key; then the focus is where it was.
 */
export function Overlay(props: { open: boolean; label: string; children: ReactNode }) {
  const { open, label, children } = props;
  useKeptFocus(open);
  return (
    <>
      <div className="under-overlay" inert={open}>
        {children}
      </div>
      {open && (
        <output className="overlay" data-modal>
          <Spinner size="l" />
          <span>{label}</span>
        </output>
      )}
    </>
  );
}

/** Browsers take the focus away from what becomes inert. */
function useKeptFocus(inert: boolean): void {
  const held = useRef<Element>(null);
  useLayoutEffect(() => {
    if (inert) held.current = document.activeElement;
    else if (document.activeElement === document.body && held.current instanceof HTMLElement)
      held.current.focus();
  }, [inert]);
}
