import type { PdfObject } from './pdf-writer.ts';

/** Number of objects that `archiveObjects` returns. */
export const ARCHIVE_OBJECTS = 2;

/**
 * Returns the catalog entries that make a PDF of fax pages a PDF/A-2b (ISO 19005-2): metadata that declares it, and an
 * output intent that defines gray. The rest of the standard forbids what we never write: encryption, scripts, external
 * references. `firstObject` is the number of the first of `archiveObjects`.
 */
export function archiveEntries(firstObject: number): string {
  const intent = `/Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(${GRAY})/Info(${GRAY})`;
  return `/Metadata ${firstObject} 0 R/OutputIntents[<<${intent}/DestOutputProfile ${firstObject + 1} 0 R>>]`;
}

/** Returns the metadata (XMP, ISO 16684-1), uncompressed so that programs can find it, and the color profile. */
export function archiveObjects(): PdfObject[] {
  const profile = grayProfile();
  return [
    { dictionary: `<</Type/Metadata/Subtype/XML/Length ${METADATA.length}>>`, stream: METADATA },
    { dictionary: `<</N 1/Length ${profile.length}>>`, stream: profile },
  ];
}

const GRAY = 'Gray gamma 2.2';

const METADATA = `<?xpacket begin="\u00ef\u00bb\u00bf" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;

/** White point of a D50 viewing booth, X Y Z in 16.16 fixed point. */
const D50 = [0xf6d6, 0x10000, 0xd32d];
/** 2.2 in 8.8 fixed point. */
const GAMMA = 0x0233;
const HEADER_BYTES = 128;
const TAG_BYTES = 12;

/** Returns the profile of a gray display (ICC.1:2001-04, version 2.1): name, rights, white point and tone curve. */
function grayProfile(): Buffer {
  const tags: [name: string, content: Buffer][] = [
    ['desc', described(GRAY)],
    ['cprt', Buffer.concat([kind('text'), ascii('No copyright')])],
    ['wtpt', Buffer.concat([kind('XYZ '), ...D50.map(u32)])],
    ['kTRC', Buffer.concat([kind('curv'), u32(1), u32(GAMMA << 16)])],
  ];
  const table: Buffer[] = [u32(tags.length)];
  let at = HEADER_BYTES + 4 + tags.length * TAG_BYTES;
  const padded = tags.map(([name, content]) => {
    table.push(Buffer.from(name, 'latin1'), u32(at), u32(content.length));
    const whole = Buffer.concat([content, Buffer.alloc(-content.length & 3)]);
    at += whole.length;
    return whole;
  });
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(at, 0);
  header.writeUInt32BE(0x02100000, 8);
  header.write('mntrGRAYXYZ ', 12, 'latin1');
  // The date is mandatory; a fixed one keeps the output reproducible.
  for (const [index, part] of [2026, 1, 1].entries()) header.writeUInt16BE(part, 24 + 2 * index);
  header.write('acsp', 36, 'latin1');
  for (const [index, part] of D50.entries()) header.writeUInt32BE(part, 68 + 4 * index);
  return Buffer.concat([header, ...table, ...padded]);
}

/** textDescriptionType: the same text may follow in two more encodings, which are empty. */
function described(text: string): Buffer {
  const bytes = ascii(text);
  return Buffer.concat([kind('desc'), u32(bytes.length), bytes, Buffer.alloc(4 + 4 + 2 + 1 + 67)]);
}

const kind = (name: string) => Buffer.from(`${name}\0\0\0\0`, 'latin1');
const ascii = (text: string) => Buffer.from(`${text}\0`, 'latin1');

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
