/**
 * Returns the CPU milliseconds that this process spends in `work`, on all its threads. Unlike a clock, this excludes
 * the time of other processes on a busy machine, including processes that work for `work`.
 */
export function processorMs(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}
