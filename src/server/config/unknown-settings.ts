import { settings } from './settings.ts';
import type { SettingName } from './settings.ts';

/** The prefix of every setting. */
const PREFIX = 'F2E_';

/** Names that people try, without the prefix, where similar spelling alone does not lead to the setting. */
const TRIED: Partial<Record<SettingName, readonly string[]>> = {
  F2E_DATA: ['DATA_DIR', 'DATA_FOLDER', 'HOME'],
  F2E_LISTEN: ['PORT', 'HOST', 'BIND', 'ADDRESS', 'HTTP_PORT', 'HTTP_LISTEN'],
  F2E_PUBLIC_ORIGIN: ['URL', 'BASE_URL', 'PUBLIC_URL', 'ORIGIN', 'DOMAIN', 'HOSTNAME'],
  F2E_PUBLIC_PATH: ['BASE_PATH', 'PATH'],
  F2E_DATABASE_URL: ['DATABASE', 'DB', 'DB_URL', 'POSTGRES_URL', 'PG_URL'],
  F2E_BLOBS: ['STORAGE', 'FILES', 'S3', 'S3_URL', 'BUCKET'],
  F2E_SMTP_URL: ['SMTP', 'SMTP_HOST', 'MAIL_URL', 'RELAY'],
  F2E_SMTP_LISTEN: ['SMTP_PORT', 'MAIL_LISTEN', 'MAIL_PORT'],
  F2E_OPERATOR_EMAIL: ['ADMIN_EMAIL', 'EMAIL'],
  F2E_MASTER_KEY_FILE: ['MASTER_KEY', 'SECRET', 'SECRET_KEY', 'KEY'],
  F2E_TIMEZONE: ['TZ', 'TIME_ZONE', 'ZONE'],
  F2E_LOG: ['LOG_LEVEL', 'LOGLEVEL', 'DEBUG'],
  F2E_TRUST_PROXY: ['PROXY', 'TRUSTED_PROXIES', 'PROXIES'],
  F2E_ROLES: ['ROLE', 'WORKERS'],
  F2E_OPERATOR_CONSOLE: ['CONSOLE', 'OPERATOR', 'ADMIN_CONSOLE'],
  F2E_METRICS_TOKEN: ['METRICS'],
  F2E_BACKUP_FOLDER: ['BACKUP', 'BACKUP_DIR'],
  F2E_DEMO: ['DEMO_DATA'],
};

/** Maximum edits that a typo is likely to make; names that differ more are different words. */
const MOST_EDITS = 3;

/**
 * Returns one sentence for each F2E_ name in the environment that is not a setting, and where the settings are listed.
 */
export function unknownSettings(env: Readonly<Record<string, unknown>>): string[] {
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith(PREFIX) && !Object.hasOwn(settings, name),
  );
  if (unknown.length === 0) return [];
  return [
    ...unknown.map(sentenceOn),
    'Every setting is in .env.example, and by topic in docs/spec/settings.md.',
  ];
}

function sentenceOn(name: string): string {
  const meant = nearestSetting(name.slice(PREFIX.length).toUpperCase());
  const refused = `${name} is not a setting of f2e.`;
  if (meant === undefined) return refused;
  const { fallback, meaning } = settings[meant];
  const usual = fallback === '' ? '' : `; ${fallback} by default`;
  return `${refused} Did you mean ${meant} (${meaning}${usual})?`;
}

/** Returns the setting whose name, or a name that people try for it, is closest; undefined if none is close. */
function nearestSetting(typed: string): SettingName | undefined {
  const most = Math.min(MOST_EDITS, Math.floor(typed.length / 3));
  let nearest: { name: SettingName; edits: number } | undefined;
  for (const name of Object.keys(settings) as SettingName[]) {
    for (const known of [name.slice(PREFIX.length), ...(TRIED[name] ?? [])]) {
      const edits = editsBetween(typed, known);
      if (edits <= most && edits < (nearest?.edits ?? Infinity)) nearest = { name, edits };
    }
  }
  return nearest?.name;
}

/** Counts the letters to add, remove, change or swap with their neighbor (optimal string alignment). */
function editsBetween(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const edits = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const [a, b] = [one[row - 1], other[column - 1]];
      const swapped = row > 1 && column > 1 && a === other[column - 2] && b === one[row - 2];
      edits[column] = Math.min(
        (above[column] ?? 0) + 1,
        (edits[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (a === b ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, above] = [above, edits];
  }
  return above[other.length] ?? 0;
}
