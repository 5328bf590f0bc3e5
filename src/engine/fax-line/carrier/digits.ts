/** The digits of a number in E.164. */
export function digits(number: string | null | undefined): string {
  return (number ?? '').replaceAll(/\D/g, '').slice(0, 20);
}
