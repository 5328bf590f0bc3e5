import { useTranslation } from 'react-i18next';
import { Archive, Clock, Inbox, Pencil, Send } from 'lucide-react';
import { StatePill } from '#web/shared/faxes/send-state.tsx';
import { AttemptMeter } from '#web/ui/attempt-meter.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Count } from '#web/ui/count.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Switch } from '#web/ui/switch.tsx';

/** Texts of the sample that the brand may override. */
export type InboxWord =
  | 'inbox.sendFax'
  | 'inbox.folder.Inbox'
  | 'inbox.folder.Outbox'
  | 'inbox.folder.Sent'
  | 'inbox.folder.Archive';

const FOLDERS = [
  { word: 'inbox.folder.Inbox', icon: Inbox },
  { word: 'inbox.folder.Outbox', icon: Clock },
  { word: 'inbox.folder.Sent', icon: Send },
  { word: 'inbox.folder.Archive', icon: Archive },
] as const;

/** Example rows; their numbers are never assigned. */
const ROWS = [
  { number: '212-555-0147', time: '14:32', pages: 3, unread: false },
  { number: '914-555-0182', time: '11:08', pages: 2, unread: true },
  { number: '646-555-0123', time: '09:47', pages: 5, unread: true },
] as const;

/** How many of the rows are unread. */
export const UNREAD = ROWS.filter(({ unread }) => unread).length;

const MAX_TRIES = 5;

/** The inbox in a brand's colors: selected, new, active and switched-on items. A picture without functions. */
export function SampleInbox(props: { say: (key: InboxWord) => string }) {
  const { say } = props;
  const { t } = useTranslation();
  return (
    <div className="preview-inbox" inert>
      <div className="preview-rail">
        <Button block icon={Pencil} variant="primary">
          {say('inbox.sendFax')}
        </Button>
        {FOLDERS.map(({ word, icon }, n) => (
          <span className="preview-folder" data-here={n === 0 || undefined} key={word}>
            <Icon as={icon} />
            <span className="grow">{say(word)}</span>
            {n === 0 && <Count fresh value={UNREAD} />}
          </span>
        ))}
      </div>
      <div className="preview-list">
        {ROWS.map(({ number, time, pages, unread }, n) => (
          <div
            className="preview-row"
            data-open={n === 0 || undefined}
            data-unread={unread || undefined}
            key={number}
          >
            <span className="preview-sheet">
              <i />
              <i />
              <i />
            </span>
            <span className="grow">
              <bdi className="num preview-who" dir="ltr">
                {number}
              </bdi>
              <span className="meta">{t('dashboard.pageCount', { count: pages })}</span>
            </span>
            <span className="meta num">{time}</span>
          </div>
        ))}
        <div className="preview-controls">
          <StatePill state="SENDING" />
          <AttemptMeter
            active
            label={t('dashboard.attempts', { tried: 2, max: MAX_TRIES })}
            max={MAX_TRIES}
            tried={2}
          />
          <Checkbox aria-label={say('inbox.folder.Inbox')} checked readOnly />
          <Switch aria-label={say('inbox.folder.Inbox')} checked readOnly />
        </div>
      </div>
    </div>
  );
}
