import { QueryClient } from '@tanstack/react-query';
import type { InvalidateOptions, InvalidateQueryFilters, Query } from '@tanstack/react-query';

/**
 * A QueryClient whose invalidation also covers queries that are loading for the first time. TanStack Query restarts
 * only loads that replace data, so a list opened during an action kept the server's state from before the action.
 */
export class FreshQueryClient extends QueryClient {
  override async invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const loading = this.getQueryCache()
      .findAll(filters)
      .filter((query) => query.state.data === undefined && query.state.fetchStatus === 'fetching');
    await Promise.all([
      super.invalidateQueries(filters, options),
      ...loading.map((query) => this.#again(query, filters, options)),
    ]);
  }

  /** Invalidates a query as soon as its load ends; a failed load holds no stale data. */
  async #again(query: Query, filters: InvalidateQueryFilters, options: InvalidateOptions): Promise<void> {
    await query.promise?.catch(() => undefined);
    const { queryKey } = query;
    await super.invalidateQueries({ ...filters, queryKey, exact: true }, options);
  }
}
