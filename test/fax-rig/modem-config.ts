/** The settings of the rig's HylaFAX; the names are HylaFAX's own (hylafax-config(5)). */
export interface ServerConfig {
  /** The modems' station id by default. */
  stationId: string;
  /** Maximum number of pages that one call may bring. */
  maxReceivedPages: number;
  /** How many modems only dial; the others only answer. By default, all do both. */
  dialers?: number | undefined;
}

/**
 * etc/config: the scheduler, with the settings that docs/lines.md recommends to operators. Debian's own faxsend is a
 * wrapper that mounts; the program behind it needs no such rights.
 */
export const SCHEDULER_CONFIG = `CountryCode: 1
AreaCode: 212
LongDistancePrefix: 1
InternationalPrefix: 011
DialStringRules: etc/dialrules.test
ServerTracing: 1
LogFacility: daemon
SendFaxCmd: /usr/lib/hylafax/bin/faxsend
MaxConcurrentCalls: 3
MaxBatchJobs: 1
`;

/** etc/hfaxd.conf: the tests' long-lived connections must not count as idle. */
export const PROTOCOL_CONFIG = 'LogFacility: daemon\nServerTracing: 1\nIdleTimeout: 900\n';

/** Rules that leave numbers unchanged. */
export const DIAL_RULES = ['Rules', 'CanonicalNumber', 'DialString', 'DisplayNumber']
  .map((name) => `${name} := [\n${name === 'Rules' ? '' : '[^+0-9@,] =\n'}]\n`)
  .join('');

/**
 * etc/config.<modem>: soft modems need none of the pauses of real ones, which take three seconds per call. S7, how long
 * a modem waits for the other side's signal, is counted in the exchange's fast time: 255 are half a minute.
 */
export function modemConfig({ stationId, maxReceivedPages, dialers }: ServerConfig, modem: number): string {
  // Its server never dials with a modem that reports to be busy.
  const ready = dialers === undefined || modem < dialers ? 'R' : 'B';
  return `ModemReadyState: ${ready}
CountryCode: 1
AreaCode: 212
FAXNumber: +1.212.555.0000
LongDistancePrefix: 1
InternationalPrefix: 011
DialStringRules: etc/dialrules.test
ServerTracing: 1
SessionTracing: 0xFFF
RecvFileMode: 0600
LogFileMode: 0600
DeviceMode: 0600
RingsBeforeAnswer: 1
SpeakerVolume: off
LocalIdentifier: "${stationId}"
TagLineFormat: ""
MaxRecvPages: ${maxReceivedPages}
ModemType: Class1
UseJobTSI: yes
PollLockWait: 1
PollModemWait: 1
ModemWaitTimeCmd: ATS7=255
ModemResetCmds: "AT+VCID=1"
Class1AdaptRecvCmd: AT+FAR=1
Class1TMConnectDelay: 400
Class1ECMSupport: yes
ModemResetDelay: 0
ModemDTRDropDelay: 0
ModemSoftResetCmdDelay: 0
ModemATCmdDelay: 0
ModemBaudRateDelay: 0
ModemDialCmd: ATDT%s
PagerTTYParity: none
CallIDPattern: "NMBR="
CallIDPattern: "NDID="
`;
}
