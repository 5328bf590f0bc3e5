/** Focuses a field. A `ref` for the first field of a form that opens because somebody requested it. */
export function focusFirst(field: HTMLInputElement | null): void {
  field?.focus();
}
