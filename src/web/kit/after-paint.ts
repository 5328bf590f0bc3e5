/**
 * Runs a callback after the browser has painted the current state, so that people see the immediate result of a click
 * or key before longer work starts (Event Timing, «interaction to next paint»). A hidden page does not paint, so the
 * callback runs at once there.
 */
export function afterPaint(run: () => void): void {
  if (document.hidden) run();
  else requestAnimationFrame(() => setTimeout(run));
}
