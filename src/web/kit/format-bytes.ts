const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
const STEP = 1024;

/** Formats a size in base 1024 with one decimal, whole bytes with none; zero is a dash (SHELL-13). */
export function formatBytes(bytes: number, decimals = 1): string {
  if (!Number.isFinite(bytes) || bytes <= 0) return '-';
  let unit = Math.min(Math.floor(Math.log(bytes) / Math.log(STEP)), UNITS.length - 1);
  let size = bytes / STEP ** unit;
  // 1048575 bytes would round to «1024.0 KB».
  if (Number(size.toFixed(decimals)) >= STEP && unit < UNITS.length - 1) {
    unit += 1;
    size /= STEP;
  }
  return `${size.toFixed(unit === 0 ? 0 : decimals)} ${UNITS[unit] ?? 'B'}`;
}
