/** Maximum characters of a station id (T.30 5.3.6.2.4). */
const STATION_ID = 20;

/**
 * Returns the station id of a number: the one its account has chosen, without characters that fax servers reserve, or
 * else the number.
 */
export function machineId(number: string, stationId: string): string {
  const printable = stationId
    .replaceAll(/[^\x20-\x7e]|["\\$`]/g, '')
    .trim()
    .slice(0, STATION_ID);
  return printable || `+1 ${number}`;
}
