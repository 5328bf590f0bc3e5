import type { ReactElement } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CalendarClock, RotateCw, TriangleAlert } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ApiKeyEntry } from '#contract/identity/api-keys.ts';
import { formatDate, formatDateTime } from '#web/kit/format-date.ts';
import { TaggedText } from '#web/kit/tagged-text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

const DAY_MS = 86_400_000;
/** After so many days without use, a key is probably forgotten. */
const UNUSED_DAYS = 90;
/** After so many days, a new key should have been used. */
const NEW_DAYS = 30;
/** As many days before the expiry as the mail about it. */
const SOON_DAYS = 7;

interface Look {
  row: ApiKeyEntry;
  text: string;
  icon: LucideIcon;
  warn: boolean;
  /** Whether the remedy is to delete the key. */
  remove: boolean;
}

/** The keys that need attention; renders nothing if there are none. */
export function NeedsLook(props: { rows: readonly ApiKeyEntry[]; onDelete: (row: ApiKeyEntry) => void }) {
  const { rows, onDelete } = props;
  const { t } = useTranslation();
  const looks = useLooks(rows);
  if (looks.length === 0) return null;
  const bold: Record<string, ReactElement> = { b: <b className="strong" /> };
  return (
    <section className="card ak-looks">
      <h2>{t('apiKeys.lookTitle')}</h2>
      <ul>
        {looks.map(({ row, text, icon, warn, remove }) => (
          <li data-warn={warn || undefined} key={row.id + text}>
            <Icon as={icon} size="s" />
            <span>
              <TaggedText elements={bold} text={text} />{' '}
              {remove && (
                <Button onClick={() => onDelete(row)} variant="link">
                  {t('apiKeys.deleteIt')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function daysSince(time: string, now: number): number {
  return Math.floor((now - new Date(time).getTime()) / DAY_MS);
}

function useLooks(rows: readonly ApiKeyEntry[]): Look[] {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  return rows.flatMap((row) => {
    const name = row.name;
    const found: Look[] = [];
    const add = (text: string, icon: LucideIcon, warn: boolean, remove = false) =>
      found.push({ row, text, icon, warn, remove });
    if (row.expired) return found;
    const unused = daysSince(row.lastUsedAt ?? row.createdAt, now);
    if (row.lastUsedAt === null && unused >= NEW_DAYS)
      add(t('apiKeys.neverUsedFor', { name }), TriangleAlert, true, true);
    if (row.lastUsedAt !== null && unused >= UNUSED_DAYS)
      add(t('apiKeys.unused', { name, days: unused }), TriangleAlert, true, true);
    if (row.expiresAt !== null && -daysSince(row.expiresAt, now) <= SOON_DAYS)
      add(t('apiKeys.expiresSoon', { name, at: formatDate(row.expiresAt) }), CalendarClock, true);
    if (row.oldUntil !== null)
      add(t('apiKeys.oldStops', { name, at: formatDateTime(row.oldUntil) }), RotateCw, false);
    return found;
  });
}
