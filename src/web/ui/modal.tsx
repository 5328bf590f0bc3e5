import { later } from './later.tsx';
import type { ModalProps } from './modal-box.tsx';

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
