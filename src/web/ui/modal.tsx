import type { ReactNode } from 'react';
import { later } from './later.tsx';

/** What a modal says and how it is left. */
export interface ModalProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  /** 480, 520 or 640 px wide. */
  size?: 'md' | 'lg' | 'xl';
  /** Name of the close button; left out where the footer already offers a way out. */
  closeLabel?: string;
  /** An alert dialog interrupts; a click beside it does not close it. */
  alert?: boolean;
}

/**
 * A question or task over the page. Focus is trapped and given back, Escape closes, the page behind is out of reach.
 * `data-modal` marks it for whoever must keep still meanwhile (the page's shortcuts).
 * Footer buttons stand at the end; a form inside submits by Enter.
 */
export const Modal = later<ModalProps>(async () => (await import('./modal-box.tsx')).ModalBox);

/** As the `ref` of a form in a modal: the first field has the focus as soon as it is there. */
export function focusFirstField(form: HTMLElement | null): void {
  form?.querySelector('input')?.focus();
}
