/** Universal exit language: sent by printer drivers before a job, in HP's printer job language (PJL). */
const EXIT_LANGUAGE = '\u001b%-12345X';
const PJL = '@PJL';

/** How many bytes of a job header are read; drivers write a few dozen lines. */
const MAX_HEADER_BYTES = 4096;

/**
 * Returns where PostScript begins in a file that a printer driver wrote: after a header of only `@PJL` lines.
 * `undefined` for any other file, including a printer job in another language.
 */
export function afterJobHeader(bytes: Uint8Array): number | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_HEADER_BYTES));
  const text = head.toString('latin1');
  if (!text.startsWith(EXIT_LANGUAGE)) return undefined;
  let at = 0;
  for (const line of text.split(/(?<=[\r\n])/)) {
    const words = line.replaceAll(EXIT_LANGUAGE, '').trim();
    if (words.startsWith('%!')) return at + line.indexOf('%!');
    if (words !== '' && !words.startsWith(PJL)) return undefined;
    at += line.length;
  }
  return undefined;
}
