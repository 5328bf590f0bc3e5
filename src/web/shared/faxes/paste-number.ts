import type { ClipboardEvent } from 'react';
import { isNanp, normalizeNumber } from '#contract/kit/fax-number.ts';

/**
 * The number of an account that is pasted as people write it, such as «+1 (212) 555-0100», becomes the ten digits that
 * the field takes; the limit of the field would cut it in the middle. Anything else is pasted as it is.
 */
export function pasteNumber(event: ClipboardEvent<HTMLInputElement>): void {
  const digits = normalizeNumber(event.clipboardData.getData('text'));
  if (!isNanp(digits)) return;
  event.preventDefault();
  const field = event.currentTarget;
  field.setRangeText(digits, 0, field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
