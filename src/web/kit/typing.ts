const FIELD = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select';

/** Whether keys belong to what is written there: a text field, a select, or text that can be edited. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELD));
}
