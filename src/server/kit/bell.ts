/** A sleep that can be ended early, also by a call that came just before it began. */
export function createBell(): { sleep(this: void, ms: number): Promise<void>; rouse(this: void): void } {
  let wake: (() => void) | undefined;
  let woken = false;
  return {
    rouse: () => {
      woken = true;
      wake?.();
    },
    sleep: async (ms) => {
      if (!woken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      woken = false;
    },
  };
}
