import './connection-notice.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '#web/ui/spinner.tsx';
import { useStore } from '#web/ui/store.ts';
import { connection } from './connection.ts';

/** A single lost answer is not worth a word; most are made good by the next try. */
const PATIENCE_MS = 1500;

/** Whether the server has been away for so long that it is worth a word. */
export function useLongAway(): boolean {
  const away = useStore(connection) === 'away';
  const [said, setSaid] = useState(false);
  useEffect(() => {
    if (!away) return () => undefined;
    const timer = setTimeout(() => setSaid(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setSaid(false);
    };
  }, [away]);
  return said;
}

/** «Reconnecting», quietly, for as long as the server does not answer. What is on the screen stays and can be read. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const said = useLongAway();
  return (
    <output className="no-print">
      {said && (
        <span className="reconnecting">
          <Spinner /> {t('app.reconnecting')}
        </span>
      )}
    </output>
  );
}
