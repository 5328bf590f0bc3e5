/**
 * Runs something when the browser has drawn what stands now: what a click or a key leads to at once is seen before the
 * longer work that follows it (Event Timing, «interaction to next paint»). Pages that nobody sees draw nothing; there it
 * runs at once.
 */
export function afterPaint(run: () => void): void {
  if (document.hidden) run();
  else requestAnimationFrame(() => setTimeout(run));
}
