import { PAGE_SIZE } from '#contract/kit/paging.ts';
import { Pager } from '#web/kit/pager.tsx';
import { useLastPage } from '#web/kit/use-last-page.ts';

/** The pager of an administrator's lists: ten rows a page (MFA-09). */
export function MultifaxPager(props: {
  /** Those of the page; undefined while they are unknown. */
  rows: readonly unknown[] | undefined;
  total: number;
  page: number;
  onPage: (page: number) => void;
}) {
  const { rows, total, page, onPage } = props;
  useLastPage(rows && { rows: rows.length, total }, { page, pageSize: PAGE_SIZE, go: onPage });
  return (
    <div className="mf-pager">
      <Pager onPage={onPage} page={page} pageSize={PAGE_SIZE} total={total} />
    </div>
  );
}
