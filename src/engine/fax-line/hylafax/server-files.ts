/** A HylaFAX setting as written in its files (hylafax-config(5)). */
export type Setting = readonly [name: string, value: string];

/** Returns the text with these settings instead of its own of the same names; unchanged if it already has them. */
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

/** Settings for the location of the telephone line; `number` is a North American number of ten digits. */
function placeOf(number: string): Setting[] {
  return [
    ['CountryCode', '1'],
    ['AreaCode', number.slice(0, 3)],
    ['LongDistancePrefix', '1'],
    ['InternationalPrefix', '011'],
  ];
}

/** Settings of the scheduler: one call at a time per number; Debian's faxsend without its wrapper (docs/lines.md). */
export function schedulerSettings(number: string): Setting[] {
  return [
    ...placeOf(number),
    ['MaxConcurrentCalls', '3'],
    ['MaxBatchJobs', '1'],
    ['SendFaxCmd', '/usr/lib/hylafax/bin/faxsend'],
  ];
}

/** Returns settings of a modem, in addition to those of its class. */
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
 * Adds our user before the others in the protocol server's user list (hosts.hfaxd(5)): the first matching line counts,
 * and Debian's own allows everybody on this machine without a name.
 */
export function withUser(text: string, user: string, hashes: { password: string; admin: string }): string {
  const lines = text.split('\n').filter((line) => !line.startsWith(`^${user}@`) && line.trim() !== '');
  const uids = lines.map((line) => Number(/^[^#:]*:(\d+)/.exec(line)?.[1] ?? 0));
  const uid = Math.max(0, ...uids) + 1;
  const comments = lines.filter((line) => line.startsWith('#'));
  const others = lines.filter((line) => !line.startsWith('#'));
  return [...comments, `^${user}@.*$:${uid}:${hashes.password}:${hashes.admin}`, ...others, ''].join('\n');
}
