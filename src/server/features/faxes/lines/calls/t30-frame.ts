/** The contents of a T.30 frame, as far as they help to find a fault (ITU-T T.30 5.3.6). */
export interface FrameFacts {
  /** Bits per second: the fastest rate of a DIS, or the rate that a DCS selects. */
  rate?: number;
  ecm?: boolean;
  /** Whether the resolution is 196 rows per inch or more. */
  fine?: boolean;
  /** The station id of the machine. */
  station?: string;
  /** What follows the page: MPS, EOM, EOP, or NULL within it. */
  next?: string;
  /** Numbers of the frames that were received damaged. */
  damaged?: number[];
}

/** Length of the address, control and facsimile control fields at the start (5.3.2 to 5.3.6). */
const HEAD_BYTES = 3;

/** Bits 11 to 14 of a DIS: the fastest rate of its modems (table 2). */
const FASTEST: Readonly<Record<number, number>> = {
  0x0: 2_400,
  0x2: 4_800,
  0x1: 9_600,
  0x3: 9_600,
  0xb: 14_400,
};

/** The same bits of a DCS: the selected rate. */
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

/** Reads a frame from its name and its bytes in hexadecimal. Truncated or unknown frames yield no facts. */
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
  // The last character is sent first (5.3.6.2.4).
  const station = Buffer.from(Array.from(field).toReversed()).toString('latin1').trim();
  return { station: station.replaceAll(/[^\u0020-\u007E]/g, '') };
}

function modemFacts(field: Buffer, rates: Readonly<Record<number, number>>): FrameFacts {
  const second = field[1];
  if (second === undefined) return {};
  const rate = rates[(second >> 2) & 0xf];
  // Bits 15 and 27.
  const fine = (second & 0x40) > 0;
  const ecm = ((field[3] ?? 0) & 0x04) > 0;
  return { ...(rate !== undefined && { rate }), fine, ecm };
}

function setBits(field: Buffer): number[] {
  return Array.from(field).flatMap((byte, at) =>
    Array.from({ length: 8 }, (_, bit) => 8 * at + bit).filter((number) => byte & (1 << (number % 8))),
  );
}
