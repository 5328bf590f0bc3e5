import { useQueryClient } from '@tanstack/react-query';

/** The query key that every view of the connections begins with. */
export const STORAGE_KEY = ['multifax', 'storage'];

/** Returns a function that reloads every view of the connections after a change. */
export function useRefreshStorage(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: STORAGE_KEY });
}
