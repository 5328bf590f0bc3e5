/** Returns the digits of an E.164 number. */
export function digits(number: string | null | undefined): string {
  return (number ?? '').replaceAll(/\D/g, '').slice(0, 20);
}
