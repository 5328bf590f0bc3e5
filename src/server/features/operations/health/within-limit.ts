/** Whoever watches us gives up after some seconds too; a part that is silent for so long is not usable. */
const CHECK_LIMIT_MS = 3_000;

/** Gives a look at a part of the installation three seconds. Throws when it takes longer; the look itself goes on. */
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
