/** Returns a real PDF with one page for each of the given texts; small enough to read in a diff. */
export function samplePdf(...words: readonly string[]): Buffer {
  return drawnPdf(...words.map(wordsOnPage));
}

/** Returns the operators that draw words on a page of `drawnPdf`. */
export function wordsOnPage(words: string): string {
  return `BT /F1 36 Tf 72 700 Td (${words}) Tj ET`;
}

/** Returns a real PDF with pages drawn by these operators. */
export function drawnPdf(...drawings: readonly string[]): Buffer {
  const pages = drawings.map((_, i) => `${4 + 2 * i} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${drawings.length} /Kids [${pages.join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...drawings.flatMap((drawing, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`,
      `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    ]),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}
