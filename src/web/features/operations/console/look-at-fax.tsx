import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { sentenceOf } from './console-query.ts';

/** A page as rendered by the server, and the number of pages. */
interface DrawnPage {
  /** In Base64. */
  gif: string;
  pages: number;
}

/** Shows a fax page by page. Every view is audited, so pages are never loaded automatically. `id` names the fax. */
export function LookAtFax(props: {
  id: string;
  load: (page: number) => Promise<DrawnPage>;
  onClose: () => void;
}) {
  const { id, load, onClose } = props;
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const look = useQuery({
    queryKey: ['operator-look', id, page],
    queryFn: async () => await load(page),
    staleTime: Infinity,
    gcTime: 0,
  });
  const pages = look.data?.pages ?? 1;
  return (
    <Modal
      footer={
        <>
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('operator.unrouted.before')}
          </Button>
          <Button disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('operator.unrouted.after')}
          </Button>
          <Button onClick={onClose} variant="primary">
            {t('app.close')}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={t('operator.unrouted.lookTitle', { page, pages })}
    >
      <div className="oc-paper">
        {look.isError && <p>{sentenceOf(look.error, t('app.unreachable'))}</p>}
        {look.isPending && <Skeleton height="480px" width="100%" />}
        {look.data !== undefined && (
          <img
            alt={t('operator.unrouted.lookTitle', { page, pages })}
            src={`data:image/gif;base64,${look.data.gif}`}
          />
        )}
      </div>
    </Modal>
  );
}
