import './scheduled-jobs.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CalendarClock, Send, X } from 'lucide-react';
import type { OutboxItem } from '#contract/faxes/queue.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { wallAt } from '#contract/kit/wall-time.ts';
import { useDeliveryRules } from '#web/shared/faxes/delivery-window.ts';
import { sayWall } from '#web/shared/faxes/send-time.ts';
import { spokenName } from '#web/shared/faxes/spoken-name.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { later } from '#web/ui/later.tsx';
import type { EditTimeProps } from './edit-time.tsx';
import type { Outbox } from './use-outbox.ts';
import { useSchedule } from './use-schedule.ts';
import type { Schedule } from './use-schedule.ts';

const EditTime = later<EditTimeProps>(async () => (await import('./edit-time.tsx')).EditTime);

/** Faxes of the outbox that are sent later, the next one first, with what can be done about each. Nothing without any. */
export function ScheduledJobs(props: { items: readonly OutboxItem[]; cancel: Outbox['cancel'] }) {
  const { t } = useTranslation();
  const schedule = useSchedule();
  const [edited, setEdited] = useState<OutboxItem | null>(null);
  const items = props.items
    .filter(({ state }) => state === 'SCHEDULED')
    .toSorted((a, b) => Date.parse(a.send_at ?? '') - Date.parse(b.send_at ?? ''));
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="scheduled-title" className="scheduled">
      <h2 id="scheduled-title">
        {t('later.group')} <span className="meta num">{items.length}</span>
      </h2>
      <ul>
        {items.map((item) => (
          <li key={item.jobid}>
            <Row cancel={props.cancel} item={item} onEdit={setEdited} schedule={schedule} />
          </li>
        ))}
      </ul>
      {edited !== null && (
        <EditTime
          item={edited}
          onClose={() => setEdited(null)}
          onSave={(time) => void schedule.change(edited, time)}
          open
        />
      )}
    </section>
  );
}

function Row(props: {
  item: OutboxItem;
  schedule: Schedule;
  cancel: Outbox['cancel'];
  onEdit: (item: OutboxItem) => void;
}) {
  const { item, schedule, cancel, onEdit } = props;
  const { t } = useTranslation();
  const number = formatFaxNumber(item.to_faxnumber) ?? '';
  const name = spokenName(item.name ?? '', item.to_faxnumber) || (item.company ?? '');
  return (
    <>
      <div className="scheduled-who">
        <strong className="trunc">{name || <bdi dir="ltr">{number}</bdi>}</strong>
        <span className="meta num">
          {name !== '' && <bdi dir="ltr">{number}</bdi>}
          {name !== '' && item.pages > 0 && ' · '}
          {item.pages > 0 && t('inbox.pages', { count: item.pages })}
        </span>
      </div>
      <div className="scheduled-when">
        <When item={item} />
        {item.window && <span className="meta">{t('later.byWindow')}</span>}
      </div>
      <span className="rowx scheduled-acts">
        <IconButton
          disabled={schedule.busy || item.held !== undefined}
          icon={Send}
          label={t('later.sendNowTo', { number })}
          onPress={() => void schedule.sendNow(item)}
          size="sm"
        />
        <IconButton
          disabled={schedule.busy}
          icon={CalendarClock}
          label={t('later.editTimeOf', { number })}
          onPress={() => onEdit(item)}
          size="sm"
        />
        <IconButton
          icon={X}
          label={t('inbox.outbox.cancelTo', { number })}
          onPress={() => void cancel(item)}
          size="sm"
        />
      </span>
    </>
  );
}

/** When it goes, by the reader's clock. */
function When({ item }: { item: OutboxItem }) {
  const home = useDeliveryRules()?.home;
  if (home === undefined || item.send_at === undefined) return null;
  return (
    <bdi className="num" dir="ltr">
      {sayWall(wallAt(home, new Date(item.send_at)))}
    </bdi>
  );
}
