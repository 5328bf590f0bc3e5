const FIELD = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select';

/** Returns whether an element takes typed text: a text field, a select, or editable content. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELD));
}
