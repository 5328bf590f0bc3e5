/** Monitoring gives up after a few seconds, too; a part that does not answer for this long is unusable. */
const CHECK_LIMIT_MS = 3_000;

/**
 * Limits a check of one part of the installation to three seconds. Throws if it takes longer; the check itself
 * continues.
 */
export async function withinLimit<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${CHECK_LIMIT_MS / 1000} s`));
    }, CHECK_LIMIT_MS);
  });
  return await Promise.race([work(), late]).finally(() => {
    clearTimeout(timer);
  });
}
