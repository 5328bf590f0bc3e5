/**
 * Milliseconds that this process spends computing in `work`, on all its threads. Unlike a clock it does not count what
 * other processes of a busy machine take; what other processes do for `work` is not in it either.
 */
export function processorMs(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}
