import './connection-notice.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '#web/ui/spinner.tsx';
import { useStore } from '#web/ui/store.ts';
import { connection } from './connection.ts';

/** How long to wait before showing the notice: after a single lost response, a retry usually succeeds. */
const PATIENCE_MS = 1500;

/** Returns whether the server has been unreachable long enough to show a notice. */
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

/** Shows an unobtrusive «Reconnecting» while the server does not respond. The content on the screen stays readable. */
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
