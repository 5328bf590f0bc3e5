import { createHash } from 'node:crypto';

/** An object of a PDF; strings are Latin-1. */
export interface PdfObject {
  dictionary: string;
  stream?: string | Uint8Array;
}

/** Collects the objects of a PDF and records their offsets, for its cross-reference table (ISO 32000 clause 7.5.4). */
export class PdfWriter {
  private readonly parts: Uint8Array[] = [];
  private readonly offsets: number[] = [];
  private length = 0;

  /** Appends to the file unchanged; strings are Latin-1. */
  write(part: string | Uint8Array): void {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    this.parts.push(bytes);
    this.length += bytes.length;
  }

  /** Appends the next object, numbered from 1; if it has a stream, the dictionary contains its `Length`. */
  object(dictionary: string, stream?: string | Uint8Array): void {
    this.offsets.push(this.length);
    this.write(`${this.offsets.length} 0 obj\n${dictionary}\n`);
    if (stream !== undefined) {
      this.write('stream\n');
      this.write(stream);
      this.write('\nendstream\n');
    }
    this.write('endobj\n');
  }

  /**
   * Returns the whole file: object 1 is its catalog. Its identifier (clause 14.4) is a hash of its content: the same
   * pages produce the same file.
   */
  finish(): Uint8Array {
    const size = this.offsets.length + 1;
    const start = this.length;
    const hash = createHash('sha256');
    for (const part of this.parts) hash.update(part);
    const id = hash.digest('hex').slice(0, 32);
    const rows = this.offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    this.write(`xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`);
    this.write(`trailer\n<</Size ${size}/Root 1 0 R/ID[<${id}><${id}>]>>\nstartxref\n${start}\n%%EOF\n`);
    return Buffer.concat(this.parts);
  }
}
