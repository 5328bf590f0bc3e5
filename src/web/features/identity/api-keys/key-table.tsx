import '#web/ui/data-table.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ellipsis, RotateCw, Trash2 } from 'lucide-react';
import type { ApiKeyEntry } from '#contract/identity/api-keys.ts';
import { formatDate, formatDateTime } from '#web/kit/format-date.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Pill } from '#web/ui/pill.tsx';

/** How many scopes a row names; the others are only counted. */
const SHOWN = 3;
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

interface RowActs {
  onRotate: (row: ApiKeyEntry) => void;
  onEdit: (row: ApiKeyEntry) => void;
  onDelete: (row: ApiKeyEntry) => void;
}

/** The keys: their kind and rights, when and from where they were last used, and when they expire. */
export function KeyTable(props: RowActs & { rows: readonly ApiKeyEntry[] }) {
  const { rows, ...acts } = props;
  const { t } = useTranslation();
  return (
    <table aria-label={t('apiKeys.title')} className="t ak-table">
      <thead>
        <tr>
          <th scope="col">{t('apiKeys.name')}</th>
          <th scope="col">{t('apiKeys.scopes')}</th>
          <th scope="col">{t('apiKeys.lastUsed')}</th>
          <th scope="col">{t('apiKeys.expires')}</th>
          <th scope="col">
            <span className="sr">{t('apiKeys.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <Name row={row} />
            </td>
            <td>
              <Scopes scopes={row.scopes} />
            </td>
            <td className="num">
              <LastUse row={row} />
            </td>
            <td className="num" data-head={t('apiKeys.expires')}>
              {row.expiresAt === null ? t('apiKeys.never') : <bdi dir="ltr">{formatDate(row.expiresAt)}</bdi>}
            </td>
            <td>
              <Acts {...acts} row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Name({ row }: { row: ApiKeyEntry }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="ak-name">
        <bdi className="strong">{row.name}</bdi>
        <ModeBadge mode={row.mode} />
        {row.oldUntil !== null && !row.expired && <Pill tone="warn">{t('apiKeys.rotating')}</Pill>}
        {row.expired && <Pill tone="bad">{t('apiKeys.expired')}</Pill>}
      </div>
      <code className="ak-key">{`f2e_${row.mode}_${row.id}_••••••`}</code>
      {row.oldUntil !== null && !row.expired && (
        <p className="meta">{t('apiKeys.oldStops', { name: row.name, at: formatDateTime(row.oldUntil) })}</p>
      )}
    </>
  );
}

/** A badge for live or test. */
export function ModeBadge({ mode }: { mode: ApiKeyEntry['mode'] }) {
  const { t } = useTranslation();
  return <Badge dashed={mode === 'test'}>{t(`apiKeys.${mode}`)}</Badge>;
}

/** The scopes of a key; with `all`, none is omitted. */
export function Scopes({ scopes, all = false }: { scopes: readonly string[]; all?: boolean }) {
  const shown = all || scopes.length <= SHOWN + 1 ? scopes : scopes.slice(0, SHOWN);
  const rest = scopes.slice(shown.length);
  return (
    <span className="ak-scopes">
      {shown.map((scope) => (
        <code className="ak-scope" key={scope}>
          {scope}
        </code>
      ))}
      {rest.length > 0 && (
        <span className="ak-scope" title={rest.join(', ')}>
          +{rest.length}
          <span className="sr">{rest.join(', ')}</span>
        </span>
      )}
    </span>
  );
}

function LastUse({ row: { lastUsedAt, lastAddress } }: { row: ApiKeyEntry }) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  if (lastUsedAt === null) return <span className="meta">{t('apiKeys.neverUsed')}</span>;
  const minutes = Math.floor((now - new Date(lastUsedAt).getTime()) / MINUTE_MS);
  return (
    <>
      <div>
        {minutes < HOUR_MINUTES ? (
          t('apiKeys.minutesAgo', { n: Math.max(minutes, 0) })
        ) : (
          <bdi dir="ltr">{formatDateTime(lastUsedAt)}</bdi>
        )}
      </div>
      <bdi className="meta" dir="ltr">
        {lastAddress}
      </bdi>
    </>
  );
}

function Acts({ row, onRotate, onEdit, onDelete }: RowActs & { row: ApiKeyEntry }) {
  const { t } = useTranslation();
  const remove = { id: 'delete', label: t('apiKeys.delete'), danger: true, onAction: () => onDelete(row) };
  return (
    <span className="ak-acts">
      {row.expired ? (
        <Button icon={Trash2} onClick={() => onDelete(row)} size="sm" variant="danger-quiet">
          {t('apiKeys.delete')}
        </Button>
      ) : (
        <Button icon={RotateCw} onClick={() => onRotate(row)} size="sm" variant="quiet">
          {t('apiKeys.rotate')}
        </Button>
      )}
      <Menu
        chevron={false}
        entries={[
          { id: 'edit', label: t('apiKeys.edit'), onAction: () => onEdit(row) },
          ...(row.expired
            ? [{ id: 'rotate', label: t('apiKeys.rotate'), onAction: () => onRotate(row) }]
            : [remove]),
        ]}
        label={t('apiKeys.more', { name: row.name })}
        look="quiet"
        placement="bottom end"
        trigger={<Icon as={Ellipsis} />}
      />
    </span>
  );
}
