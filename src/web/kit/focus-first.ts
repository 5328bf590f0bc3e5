/** For the `ref` of the field that a form begins in, where the form comes because somebody asked for it. */
export function focusFirst(field: HTMLInputElement | null): void {
  field?.focus();
}
