import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Check, ChevronDown, ChevronRight, Folder, FolderOpen } from 'lucide-react';
import { egnyteFolders } from '#contract/faxes/egnyte.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useDialogSave } from '#web/kit/use-dialog-save.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

type ListedFolder = ReplyOf<typeof egnyteFolders>['folders'][number];

/** How long a listing counts as fresh, in ms: as long as the server caches its own. */
const LISTING_MS = 30_000;

/** The selection in the tree. */
interface Choice {
  path: string;
  choose: (path: string) => void;
}

/** The folders of Egnyte, loaded level by level; only writable ones can be chosen (EGU-11). */
export function FolderDialog(props: {
  current: string;
  refused: boolean;
  onChoose: (path: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const { current, refused, onChoose, onClose } = props;
  const { t } = useTranslation();
  const [path, choose] = useState('');
  const { busy, save } = useDialogSave(onClose);
  return (
    <Modal
      closeLabel={t('app.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('egnyte.cancel')}</Button>
          <Button
            busy={busy}
            busyLabel={t('egnyte.saving')}
            disabled={path === '' || path === current}
            onClick={() => void save(async () => await onChoose(path))}
            variant="primary"
          >
            {t('egnyte.ok')}
          </Button>
        </>
      }
      onClose={onClose}
      open
      size="lg"
      title={t('egnyte.selectTitle')}
    >
      <p className="meta">{t('egnyte.selectText')}</p>
      {refused && <Banner tone="bad">{t('egnyte.permission')}</Banner>}
      <div className="egnyte-tree">
        <Level choice={{ path, choose }} path="/" />
      </div>
      <code className="egnyte-path">{path || current}</code>
    </Modal>
  );
}

function Level(props: { path: string; choice: Choice }) {
  const { path, choice } = props;
  const { t } = useTranslation();
  const listed = useQuery({
    queryKey: ['egnyte-folders', path],
    queryFn: () => callApi(egnyteFolders, { query: { folderpath: path } }),
    staleTime: LISTING_MS,
    retry: false,
  });
  if (listed.isPending) return <Spinner label={t('egnyte.loadingFolders')} />;
  if (listed.isError)
    return (
      <p className="egnyte-failed" role="alert">
        {t('egnyte.foldersError')}{' '}
        <Button onClick={() => void listed.refetch()} size="sm" variant="link">
          {t('app.tryAgain')}
        </Button>
      </p>
    );
  return (
    <ul>
      {listed.data.folders.map((folder) => (
        <Branch choice={choice} folder={folder} key={folder.path} />
      ))}
    </ul>
  );
}

function Branch(props: { folder: ListedFolder; choice: Choice }) {
  const { folder, choice } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const chosen = choice.path === folder.path;
  return (
    <li>
      <div className="egnyte-row" data-chosen={chosen || undefined}>
        <button
          aria-expanded={open}
          aria-label={t('egnyte.expand', { name: folder.name })}
          className="egnyte-open"
          onClick={() => setOpen(!open)}
          type="button"
        >
          <Icon as={open ? ChevronDown : ChevronRight} flip size="s" />
        </button>
        <button
          aria-pressed={chosen}
          className="egnyte-name"
          disabled={!folder.isSelectable}
          onClick={() => choice.choose(folder.path)}
          type="button"
        >
          <Icon as={open ? FolderOpen : Folder} size="s" />
          <bdi>{folder.name}</bdi>
          {!folder.isSelectable && <span className="meta">{t('egnyte.cannotChoose')}</span>}
          {chosen && <Icon as={Check} size="s" />}
        </button>
      </div>
      {open && <Level choice={choice} path={folder.path} />}
    </li>
  );
}
