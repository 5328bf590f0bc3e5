import {
  bulkAction,
  cancelBulkAction,
  searchFaxes,
  selectFaxes,
  undoBulkAction,
} from '#contract/mailbox/search.ts';
import { doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { SearchService } from './search.service.ts';

/** Mounts the search over all folders and the actions on selections (spec http-api 12.25, 12.26). */
export function mountSearch(app: App, search: SearchService): void {
  mount(app, searchFaxes, async ({ caller, query }) => await search.search(caller, query));
  mount(app, selectFaxes, async ({ caller, body }) => doneWith(await search.select(caller, body.q)));
  mount(app, bulkAction, async ({ caller, body }) =>
    doneWith(await search.act(caller, body.id, body.action)),
  );
  mount(app, cancelBulkAction, async ({ caller, body }) => doneWith(await search.cancel(caller, body.id)));
  mount(app, undoBulkAction, async ({ caller, body }) => doneWith(await search.undo(caller, body.id)));
}
