/** What a fax machine can say of itself (T.30 5.3.6.2.4). */
const STATION_ID = 20;

/** What the machine of a number calls itself: what its account has chosen, without signs that fax servers use, else the number. */
export function machineId(number: string, stationId: string): string {
  const printable = stationId
    .replaceAll(/[^\x20-\x7e]|["\\$`]/g, '')
    .trim()
    .slice(0, STATION_ID);
  return printable || `+1 ${number}`;
}
