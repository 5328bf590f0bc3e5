/** Whether a mouse button is down; a touch counts once the browser has turned it into mouse events. */
let pressed = false;
for (const [kind, down] of [
  ['mousedown', true],
  ['mouseup', false],
  ['dragend', false],
] as const)
  globalThis.addEventListener(kind, () => (pressed = down), true);

/**
 * Runs the action of a field that loses focus: at once, or, if a press on another element took the focus, when the
 * button is released. By then the browser has determined the click target; an earlier change of the layout would move
 * that element away from under the pointer, and the click would be lost.
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
