import type { ClipboardEvent } from 'react';
import { isNanp, normalizeNumber } from '#contract/kit/fax-number.ts';

/**
 * Pastes an account's number in any notation, such as «+1 (212) 555-0100», as the ten digits that the field accepts;
 * otherwise the field's length limit would cut it in the middle. Any other text is pasted unchanged.
 */
export function pasteNumber(event: ClipboardEvent<HTMLInputElement>): void {
  const digits = normalizeNumber(event.clipboardData.getData('text'));
  if (!isNanp(digits)) return;
  event.preventDefault();
  const field = event.currentTarget;
  field.setRangeText(digits, 0, field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
