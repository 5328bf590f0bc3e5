import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cityOf, wallAt } from '#contract/kit/wall-time.ts';
import { useDeliveryRules } from '#web/shared/faxes/delivery-window.ts';
import type { DeliveryRules } from '#web/shared/faxes/delivery-window.ts';
import { SendTimeForm } from '#web/shared/faxes/send-time-form.tsx';
import { sayWall, wallOf } from '#web/shared/faxes/send-time.ts';
import { useSendTime } from '#web/shared/faxes/use-send-time.ts';
import type { LaterTime } from '#web/shared/faxes/use-send-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import type { ActiveJob } from './active-job.ts';

/** The props of the dialog for another time. */
export interface EditTimeProps {
  job: ActiveJob;
  onClose: () => void;
  onSave: (time: LaterTime) => void;
}

/** Asks for another time of a waiting fax; renders nothing while the account's rules are loading. */
export function EditTime(props: EditTimeProps) {
  const rules = useDeliveryRules();
  return rules === undefined ? null : <Question {...props} rules={rules} />;
}

function Question({ job, onClose, onSave, rules }: EditTimeProps & { rules: DeliveryRules }) {
  const { t } = useTranslation();
  const [now] = useState(() => new Date());
  const time = useSendTime(rules, now, {
    wall: wallAt(rules.home, job.send_at === undefined ? now : new Date(job.send_at)),
    anyHour: job.outside_window ?? false,
  });
  const wall = wallOf(time.value);
  return (
    <Modal
      footer={
        <>
          <Button onClick={onClose} variant="quiet">
            {t('later.cancel')}
          </Button>
          <Button form="edit-time" type="submit" variant="primary">
            {wall === null ? t('later.schedule') : t('later.scheduleFor', { when: sayWall(wall, now) })}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={t('later.editTime')}
    >
      <form
        id="edit-time"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const chosen = time.take();
          if (chosen === null) return;
          onClose();
          onSave(chosen);
        }}
      >
        <p className="meta">{t('later.zone', { city: cityOf(rules.home) })}</p>
        <SendTimeForm
          error={time.error}
          now={now}
          numbers={[job.to_faxnumber]}
          onChange={time.change}
          rules={rules}
          value={time.value}
        />
      </form>
    </Modal>
  );
}
