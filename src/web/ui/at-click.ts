/** A button of the mouse is down; a finger counts when it has become one. */
let pressed = false;
for (const [kind, down] of [
  ['mousedown', true],
  ['mouseup', false],
  ['dragend', false],
] as const)
  globalThis.addEventListener(kind, () => (pressed = down), true);

/**
 * Runs what a field does when it is left: at once, or, when it is left by a press on something else, just before that
 * thing hears of the click. What changes the layout earlier would move it away from under the pointer, and the click
 * would be lost.
 */
export function atClick(run: () => void): void {
  if (!pressed) {
    run();
    return;
  }
  const heard = new AbortController();
  const once = () => {
    if (heard.signal.aborted) return;
    heard.abort();
    run();
  };
  addEventListener('click', once, { capture: true, signal: heard.signal });
  // Let go somewhere else: no click follows.
  for (const kind of ['mouseup', 'dragend'])
    addEventListener(kind, () => setTimeout(once), { capture: true, signal: heard.signal });
}
