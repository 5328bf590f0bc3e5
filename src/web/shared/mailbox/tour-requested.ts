import { createStore } from '#web/ui/store.ts';

/** Whether somebody asked for the tour in the account menu; the tour itself is another feature. */
export const tourRequested = createStore(false, 'session');
