import './work.css';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readersOptions } from '#web/shared/mailbox/team/team-queries.ts';
import { Avatar } from '#web/ui/avatar.tsx';

/** Shows who else has the fax open, so that two people do not start the same work. */
export function Readers({ fid }: { fid: string }) {
  const { t, i18n } = useTranslation();
  const { data = [] } = useQuery(readersOptions(fid));
  const [first] = data;
  const names = new Intl.ListFormat(i18n.language).format(data.map(({ name }) => name));
  return (
    <output className="readers" data-none={first === undefined || undefined}>
      {first !== undefined && (
        <>
          <Avatar name={first.name} size="sm" />
          <span className="trunc" title={names}>
            {t('team.reading', { count: data.length, names })}
          </span>
        </>
      )}
    </output>
  );
}
