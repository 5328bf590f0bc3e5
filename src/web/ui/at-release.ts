/** A button of the mouse is down; a finger counts when it has become one. */
let pressed = false;
for (const [kind, down] of [
  ['mousedown', true],
  ['mouseup', false],
  ['dragend', false],
] as const)
  globalThis.addEventListener(kind, () => (pressed = down), true);

/**
 * Runs what a field does when it is left: at once, or, when it is left by a press on something else, when that is let
 * go. By then the browser knows what is clicked on; what changes the layout earlier would move it away from under the
 * pointer, and the click would be lost.
 */
export function atRelease(run: () => void): void {
  if (!pressed) {
    run();
    return;
  }
  const heard = new AbortController();
  const once = () => {
    heard.abort();
    run();
  };
  for (const kind of ['mouseup', 'dragend'])
    addEventListener(kind, once, { capture: true, signal: heard.signal });
}
