/** Returns a number in E.164 with plus, from ten digits of North America or 011 and the digits of another country. */
export function e164(number: string): string {
  if (number.startsWith('011')) return `+${number.slice(3)}`;
  return number.length === 10 ? `+1${number}` : `+${number}`;
}
