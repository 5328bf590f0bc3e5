import { PAGE_SIZE } from '#contract/kit/paging.ts';
import { Pager } from '#web/kit/pager.tsx';

/** The pager of an administrator's lists: ten rows per page (MFA-09). */
export function MultifaxPager(props: { total: number; page: number; onPage: (page: number) => void }) {
  return (
    <div className="mf-pager">
      <Pager {...props} pageSize={PAGE_SIZE} />
    </div>
  );
}
