/** A setting of HylaFAX, as it stands in its files (hylafax-config(5)). */
export type Setting = readonly [name: string, value: string];

/** The text with these settings instead of its own of the same names; one that has exactly them stays as it is. */
export function withSettings(text: string, settings: readonly Setting[]): string {
  const names = new Set(settings.map(([name]) => name.toLowerCase()));
  const lines = text.split('\n');
  const isNamesake = (line: string): boolean =>
    names.has((/^\s*([A-Za-z]\w*)\s*:/.exec(line)?.[1] ?? '').toLowerCase());
  const wanted = settings.map(([name, value]) => `${name}: ${value}`);
  if (lines.filter(isNamesake).join('\n') === wanted.join('\n')) return text;
  const kept = lines.filter((line) => !isNamesake(line));
  while (kept.at(-1)?.trim() === '') kept.pop();
  return `${[...kept, ...wanted].join('\n')}\n`;
}

/** Where the telephone line is: a North American number of ten digits. */
function placeOf(number: string): Setting[] {
  return [
    ['CountryCode', '1'],
    ['AreaCode', number.slice(0, 3)],
    ['LongDistancePrefix', '1'],
    ['InternationalPrefix', '011'],
  ];
}

/** Of the scheduler: calls to one number at a time, and Debian's faxsend without its wrapper (docs/lines.md). */
export function schedulerSettings(number: string): Setting[] {
  return [
    ...placeOf(number),
    ['MaxConcurrentCalls', '3'],
    ['MaxBatchJobs', '1'],
    ['SendFaxCmd', '/usr/lib/hylafax/bin/faxsend'],
  ];
}

/** Of a modem, beside what its class needs. */
export function modemSettings(number: string): Setting[] {
  const [area, exchange, rest] = [number.slice(0, 3), number.slice(3, 6), number.slice(6)];
  return [
    ...placeOf(number),
    ['FAXNumber', `+1.${area}.${exchange}.${rest}`],
    ['DialStringRules', 'etc/dialrules'],
    ['ServerTracing', '1'],
    ['SessionTracing', '11'],
    ['RecvFileMode', '0600'],
    ['LogFileMode', '0600'],
    ['DeviceMode', '0600'],
    ['RingsBeforeAnswer', '2'],
    ['SpeakerVolume', 'off'],
    ['LocalIdentifier', `"+1 ${area} ${exchange} ${rest}"`],
    ['UseJobTSI', 'yes'],
    ['TagLineFormat', '""'],
    ['MaxRecvPages', '200'],
    ['PollLockWait', '5'],
    ['ModemResetCmds', '"AT+VCID=1"'],
    ['CallIDPattern', '"NMBR="'],
    ['CallIDPattern', '"NDID="'],
  ];
}

/**
 * The users of the protocol server (hosts.hfaxd(5)) with ours in front: the first line that fits is taken, and Debian's
 * own lets everybody of this machine in without a name.
 */
export function withUser(text: string, user: string, hashes: { password: string; admin: string }): string {
  const lines = text.split('\n').filter((line) => !line.startsWith(`^${user}@`) && line.trim() !== '');
  const uids = lines.map((line) => Number(/^[^#:]*:(\d+)/.exec(line)?.[1] ?? 0));
  const uid = Math.max(0, ...uids) + 1;
  const comments = lines.filter((line) => line.startsWith('#'));
  const others = lines.filter((line) => !line.startsWith('#'));
  return [...comments, `^${user}@.*$:${uid}:${hashes.password}:${hashes.admin}`, ...others, ''].join('\n');
}
