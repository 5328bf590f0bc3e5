import type { CallLink } from '../port.ts';

/** Bits 11 to 14 of a DCS signal and their speed, in bits per second (T.30 table 2): V.27 ter, V.29 and V.17. */
const RATES: Readonly<Record<number, number>> = {
  0b0000: 2_400,
  0b0100: 4_800,
  0b1000: 9_600,
  0b1100: 7_200,
  0b0001: 14_400,
  0b0101: 12_000,
  0b1001: 9_600,
  0b1101: 7_200,
};

/** Hexadecimal octets, the first bit of each the highest; fewer than three say nothing about speed. */
const DCS = /^[0-9A-F]{2}(?: [0-9A-F]{2}){2,}$/i;

/** A station identification has twenty characters (T.30 5.3.6.2.5); a longer one does not come from a machine. */
const STATION_ID = 20;

/** The fields of a log line that describe the connection. */
export interface SessionFields {
  stationId: string;
  /** Duration of the connection in hours, minutes and seconds. */
  connected: string;
  /** The last DCS signal: the mode in which this side announced that it would send (T.30 5.3.6.1.3). */
  dcs: string;
}

/** Parses them; facts unknown to the server, as for an unanswered call, are omitted. */
export function readSessionFacts({ stationId, connected, dcs }: SessionFields): CallLink {
  const far = stationId.trim().slice(0, STATION_ID);
  const seconds = secondsOf(connected);
  const octets = DCS.test(dcs) ? dcs.split(' ').map((octet) => Number.parseInt(octet, 16)) : [];
  const [, second, , fourth] = octets;
  const rate = second === undefined ? undefined : RATES[(second >> 2) & 0b1111];
  return {
    ...(far !== '' && { stationId: far }),
    ...(seconds > 0 && { seconds }),
    ...(rate !== undefined && { rate, ecm: ((fourth ?? 0) & 0b0010_0000) !== 0 }),
  };
}

function secondsOf(clock: string): number {
  if (!/^\d+(?::\d{1,2}){0,2}$/.test(clock)) return 0;
  return clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
