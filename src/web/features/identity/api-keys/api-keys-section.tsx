import '#web/ui/card.css';
import '#web/ui/code-frame.css';
import '#web/ui/segments.css';
import './api-keys.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { BookOpen, KeyRound, Plus } from 'lucide-react';
import type { ApiKeyEntry } from '#contract/identity/api-keys.ts';
import { MAX_API_KEYS } from '#contract/v1/keys.ts';
import { LimitedButton } from '#web/ui/limited-button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { FirstCall } from './first-call.tsx';
import { FreshKey } from './fresh-key.tsx';
import { KeyModal } from './key-form.tsx';
import { KeyTable } from './key-table.tsx';
import { NeedsLook } from './needs-look.tsx';
import { RotateModal } from './rotate-modal.tsx';
import type { ApiKeys } from './use-api-keys.ts';

/** The dialog over the list. */
export type OpenedKey =
  | { kind: 'form'; row: ApiKeyEntry | null }
  | { kind: 'rotate'; row: ApiKeyEntry }
  | null;

/** The button for a new key; disabled, with the reason, when the limit is reached. */
function CreateKeyButton(props: { list: ApiKeys; onCreate: () => void }) {
  const { list, onCreate } = props;
  const { t } = useTranslation();
  const full = list.entries.length >= MAX_API_KEYS;
  return (
    <LimitedButton full={full} icon={Plus} onClick={onCreate} variant="primary" why={t('apiKeys.full')}>
      {t('apiKeys.create')}
    </LimitedButton>
  );
}

/** The end of the title line: a link to the API reference and, if the list has keys, the button for a new one. */
export function KeyActions(props: { list: ApiKeys; onCreate: () => void }) {
  const { list, onCreate } = props;
  const { t } = useTranslation();
  return (
    <span className="ak-heads">
      <Link className="btn" params={{ _splat: '' }} to="/developers/$">
        <Icon as={BookOpen} size="s" />
        {t('developers.title')}
      </Link>
      {list.entries.length > 0 && <CreateKeyButton list={list} onCreate={onCreate} />}
    </span>
  );
}

const MODES = ['all', 'live', 'test'] as const;

/** The keys of the signed-in user, for the preferences and for administrators (`several` accounts). */
export function ApiKeysSection(props: {
  list: ApiKeys;
  several: boolean;
  opened: OpenedKey;
  setOpened: (opened: OpenedKey) => void;
}) {
  const { list, several, opened, setOpened } = props;
  const { t } = useTranslation();
  const [shown, setShown] = useState<(typeof MODES)[number]>('all');
  const rows = list.entries.filter(({ mode }) => shown === 'all' || mode === shown);
  return (
    <>
      {list.entries.length === 0 ? (
        <EmptyState
          action={<CreateKeyButton list={list} onCreate={() => setOpened({ kind: 'form', row: null })} />}
          icon={KeyRound}
          text={t('apiKeys.emptyText')}
          title={t('apiKeys.empty')}
        />
      ) : (
        <>
          <Filters entries={list.entries} onChange={setShown} shown={shown} />
          <div className="card ak-card">
            <KeyTable
              onDelete={(row) => void list.remove(row)}
              onEdit={(row) => setOpened({ kind: 'form', row })}
              onRotate={(row) => setOpened({ kind: 'rotate', row })}
              rows={rows}
            />
          </div>
        </>
      )}
      <div className="ak-below">
        <FirstCall several={several} />
        <NeedsLook onDelete={(row) => void list.remove(row)} rows={list.entries} />
      </div>
      <Dialogs list={list} opened={opened} setOpened={setOpened} />
    </>
  );
}

function Filters(props: {
  entries: readonly ApiKeyEntry[];
  shown: (typeof MODES)[number];
  onChange: (shown: (typeof MODES)[number]) => void;
}) {
  const { entries, shown, onChange } = props;
  const { t } = useTranslation();
  const countOf = (which: (typeof MODES)[number]) =>
    entries.filter(({ mode }) => which === 'all' || mode === which).length;
  return (
    <div className="ak-tools">
      <fieldset aria-label={t('apiKeys.show')} className="segments ak-seg">
        {MODES.map((one) => (
          <button aria-pressed={shown === one} key={one} onClick={() => onChange(one)} type="button">
            {t(`apiKeys.${one}`)} <span className="num meta">{countOf(one)}</span>
          </button>
        ))}
      </fieldset>
      <span className="meta num">{t('apiKeys.count', { n: entries.length, max: MAX_API_KEYS })}</span>
    </div>
  );
}

function Dialogs(props: { list: ApiKeys; opened: OpenedKey; setOpened: (opened: OpenedKey) => void }) {
  const { list, opened, setOpened } = props;
  const close = () => setOpened(null);
  return (
    <>
      {opened?.kind === 'form' && (
        <KeyModal
          onClose={close}
          onSave={async ({ mode, ...form }) => {
            if (opened.row === null) await list.add({ mode, ...form });
            else await list.save(opened.row.id, form);
          }}
          row={opened.row}
          scopes={list.scopes}
        />
      )}
      {opened?.kind === 'rotate' && (
        <RotateModal
          onClose={close}
          onRotate={async (hours) => await list.rotate(opened.row, hours)}
          row={opened.row}
        />
      )}
      {list.fresh !== null && (
        // Takes the focus again when the form before it has closed.
        <FreshKey
          email={list.email}
          facts={list.fresh}
          key={opened === null ? 'alone' : 'over'}
          onClose={list.forget}
        />
      )}
    </>
  );
}
