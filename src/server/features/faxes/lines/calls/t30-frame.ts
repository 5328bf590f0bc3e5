/** What a frame of T.30 says, as far as it matters to people who look for a fault (ITU-T T.30 5.3.6). */
export interface FrameFacts {
  /** Bits a second: the fastest that a DIS can do, the one that a DCS chooses. */
  rate?: number;
  ecm?: boolean;
  /** 196 rows an inch or more. */
  fine?: boolean;
  /** What the machine calls itself. */
  station?: string;
  /** What follows the page: MPS, EOM, EOP, or NULL within it. */
  next?: string;
  /** Numbers of the frames that came damaged. */
  damaged?: number[];
}

/** Address, control and facsimile control field stand in front (5.3.2 to 5.3.6). */
const HEAD_BYTES = 3;

/** Bits 11 to 14 of a DIS: the fastest of the modems (table 2). */
const FASTEST: Readonly<Record<number, number>> = {
  0x0: 2_400,
  0x2: 4_800,
  0x1: 9_600,
  0x3: 9_600,
  0xb: 14_400,
};

/** The same bits of a DCS: the chosen one. */
const CHOSEN: Readonly<Record<number, number>> = {
  0x0: 2_400,
  0x2: 4_800,
  0x1: 9_600,
  0x3: 7_200,
  0x8: 14_400,
  0xa: 12_000,
  0x9: 9_600,
  0xb: 7_200,
};

/** Second control fields of a PPS (T.30 A.4.3). */
const AFTER_PAGE: Readonly<Record<number, string>> = { 0x00: 'NULL', 0x4e: 'MPS', 0x2e: 'EOP', 0x8e: 'EOM' };

const IDENTS = ['CSI', 'TSI', 'CIG', 'PWD', 'SEP', 'SUB'];

/** Reads a frame by its name and its bytes in hexadecimal; what is cut off or unknown says nothing. */
export function readFrame(name: string, hex: string): FrameFacts {
  const field = Buffer.from(hex, 'hex').subarray(HEAD_BYTES);
  if (name === 'DIS' || name === 'DTC') return modemFacts(field, FASTEST);
  if (name === 'DCS') return modemFacts(field, CHOSEN);
  if (name === 'PPS') {
    const next = AFTER_PAGE[(field[0] ?? 0xff) & 0xfe];
    return next === undefined ? {} : { next };
  }
  if (name === 'PPR') return { damaged: setBits(field) };
  if (!IDENTS.includes(name)) return {};
  // The last character goes first (5.3.6.2.4).
  const station = Buffer.from(Array.from(field).toReversed()).toString('latin1').trim();
  return { station: station.replaceAll(/[^\u0020-\u007E]/g, '') };
}

function modemFacts(field: Buffer, rates: Readonly<Record<number, number>>): FrameFacts {
  const second = field[1];
  if (second === undefined) return {};
  const rate = rates[(second >> 2) & 0xf];
  // Bit 15 and bit 27.
  const fine = (second & 0x40) > 0;
  const ecm = ((field[3] ?? 0) & 0x04) > 0;
  return { ...(rate !== undefined && { rate }), fine, ecm };
}

function setBits(field: Buffer): number[] {
  return Array.from(field).flatMap((byte, at) =>
    Array.from({ length: 8 }, (_, bit) => 8 * at + bit).filter((number) => byte & (1 << (number % 8))),
  );
}
