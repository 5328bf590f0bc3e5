/** Creates a sleep that `rouse` can end early, even if it is called shortly before the sleep begins. */
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
