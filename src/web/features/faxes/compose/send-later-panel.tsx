import type { RefObject } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CalendarClock } from 'lucide-react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { cityOf } from '#contract/kit/wall-time.ts';
import { useDeliveryRules } from '#web/shared/faxes/delivery-window.ts';
import type { DeliveryRules } from '#web/shared/faxes/delivery-window.ts';
import { SendTimeForm } from '#web/shared/faxes/send-time-form.tsx';
import { sayWall, wallOf } from '#web/shared/faxes/send-time.ts';
import { useSendTime } from '#web/shared/faxes/use-send-time.ts';
import type { LaterTime } from '#web/shared/faxes/use-send-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The props of the split button's panel. */
export interface SendLaterProps {
  open: boolean;
  trigger: RefObject<HTMLButtonElement | null>;
  numbers: readonly string[];
  onClose: () => void;
  onSchedule: (later: LaterTime) => void;
}

/** The panel for choosing a time; Escape and a click outside close it. */
export function SendLaterPanel(props: SendLaterProps) {
  const { t } = useTranslation();
  const rules = useDeliveryRules();
  return (
    <Popover
      className="later-pop"
      isOpen={props.open}
      offset={6}
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
      placement="top end"
      triggerRef={props.trigger}
    >
      <Dialog aria-label={t('later.title')} className="later-dialog" data-modal>
        {rules === undefined ? (
          <div className="later-body">
            <Skeleton width="60%" />
          </div>
        ) : (
          <Choice {...props} rules={rules} />
        )}
      </Dialog>
    </Popover>
  );
}

function Choice(props: SendLaterProps & { rules: DeliveryRules }) {
  const { rules, onClose, onSchedule } = props;
  const { t } = useTranslation();
  const [now] = useState(() => new Date());
  const time = useSendTime(rules, now);
  const wall = wallOf(time.value);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const later = time.take();
        if (later === null) return;
        onClose();
        onSchedule(later);
      }}
    >
      <div className="later-body">
        <div className="between">
          <h2>{t('later.title')}</h2>
          <span className="meta">{t('later.zone', { city: cityOf(rules.home) })}</span>
        </div>
        <SendTimeForm
          error={time.error}
          now={now}
          numbers={props.numbers}
          onChange={time.change}
          rules={rules}
          value={time.value}
        />
      </div>
      <div className="later-foot">
        <Button onClick={onClose} variant="quiet">
          {t('later.cancel')}
        </Button>
        <Button icon={CalendarClock} type="submit" variant="primary">
          {wall === null ? t('later.schedule') : t('later.scheduleFor', { when: sayWall(wall, now) })}
        </Button>
      </div>
    </form>
  );
}
