import { later } from './later.tsx';
import type { ModalProps } from './modal-box.tsx';

/**
 * A question or task over the page. It traps the focus and returns it, Escape closes it, and the page behind is
 * unreachable. `data-modal` marks it for code that must not act meanwhile (the page's shortcuts). Footer buttons are at
 * the end; Enter submits a form inside.
 */
export const Modal = later<ModalProps>(async () => (await import('./modal-box.tsx')).ModalBox);

/** A `ref` for a form in a modal: focuses the first field as soon as it exists. */
export function focusFirstField(form: HTMLElement | null): void {
  form?.querySelector('input')?.focus();
}
