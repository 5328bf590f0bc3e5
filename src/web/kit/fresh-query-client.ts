import { QueryClient } from '@tanstack/react-query';
import type { InvalidateOptions, InvalidateQueryFilters, Query } from '@tanstack/react-query';

/**
 * A QueryClient whose invalidation also counts for queries that are loading for the first time. TanStack Query restarts
 * only loads that replace data: a list opened while an action was on its way kept what the server knew before it.
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

  /** Invalidates a query as soon as its load has ended; a load that failed says nothing old. */
  async #again(query: Query, filters: InvalidateQueryFilters, options: InvalidateOptions): Promise<void> {
    await query.promise?.catch(() => undefined);
    const { queryKey } = query;
    await super.invalidateQueries({ ...filters, queryKey, exact: true }, options);
  }
}
