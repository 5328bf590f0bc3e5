import './load-more.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from '#web/ui/button.tsx';

/** The continuation of a list. */
export interface MoreRows {
  load: () => void;
  loading: boolean;
  /** Whether the last attempt failed. */
  failed: boolean;
}

type Paged = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'>;

/**
 * Returns the continuation of a list that is loaded page by page; null at its end. A failure is remembered for `list`,
 * the name of what is shown: the query itself forgets it with its next poll.
 */
export function useMore(list: string, query: Paged): MoreRows | null {
  const [failed, setFailed] = useState<string | null>(null);
  if (!query.hasNextPage) return null;
  const load = async () => {
    setFailed(null);
    const { isFetchNextPageError } = await query.fetchNextPage();
    if (isFetchNextPageError) setFailed(list);
  };
  return { load: () => void load(), loading: query.isFetchingNextPage, failed: failed === list };
}

/** The button below a list that loads more of it. If that fails, it says so, and another press tries again. */
export function LoadMore(props: { more: MoreRows | null; label: string }) {
  const { more, label } = props;
  const { t } = useTranslation();
  if (more === null) return null;
  return (
    <div className="load-more">
      <Button busy={more.loading} onClick={more.load}>
        {label}
      </Button>
      {more.failed && !more.loading && <span role="alert">{t('app.moreFailed')}</span>}
    </div>
  );
}
