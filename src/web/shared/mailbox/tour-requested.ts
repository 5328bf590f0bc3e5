import { createStore } from '#web/ui/store.ts';

/** Whether the user requested the tour in the account menu; the tour itself is another feature. */
export const tourRequested = createStore(false);
