import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { scheduleJob } from '#contract/faxes/queue.ts';
import { cityOf, wallAt } from '#contract/kit/wall-time.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useDialogSave } from '#web/kit/use-dialog-save.ts';
import { useDeliveryRules } from '#web/shared/faxes/delivery-window.ts';
import type { DeliveryRules } from '#web/shared/faxes/delivery-window.ts';
import { SendTimeForm } from '#web/shared/faxes/send-time-form.tsx';
import { sayWall, wallOf } from '#web/shared/faxes/send-time.ts';
import { useSendTime } from '#web/shared/faxes/use-send-time.ts';
import type { LaterTime } from '#web/shared/faxes/use-send-time.ts';
import { growl } from '#web/ui/growl-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import type { ActiveJob } from './active-job.ts';

/** The props of the dialog for another time. */
export interface EditTimeProps {
  job: ActiveJob;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for another time of a waiting fax; renders nothing while the account's rules are loading. */
export function EditTime(props: EditTimeProps) {
  const rules = useDeliveryRules();
  return rules === undefined ? null : <Question {...props} rules={rules} />;
}

function Question({ job, onClose, onDone, rules }: EditTimeProps & { rules: DeliveryRules }) {
  const { t } = useTranslation();
  const [now] = useState(() => new Date());
  const time = useSendTime(rules, now, {
    wall: wallAt(rules.home, job.send_at === undefined ? now : new Date(job.send_at)),
    anyHour: job.outside_window ?? false,
  });
  const wall = wallOf(time.value);
  const { error, busy, say, save } = useDialogSave(onClose);
  const schedule = async ({ sendAt, zone, anyHour }: LaterTime) => {
    const outside = anyHour ? ('1' as const) : ('0' as const);
    const body = { jobid: job.jobid, send_at: sendAt, send_zone: zone, outside_window: outside };
    try {
      await callApi(scheduleJob, { body });
      growl.success(t('later.saved'));
    } finally {
      onDone();
    }
  };
  return (
    <Modal
      footer={
        <>
          <Button onClick={onClose} variant="quiet">
            {t('later.cancel')}
          </Button>
          <Button busy={busy} busyLabel={t('later.saving')} form="edit-time" type="submit" variant="primary">
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
          if (chosen !== null) void save(async () => await schedule(chosen), t('later.failed'));
        }}
      >
        <p className="meta">{t('later.zone', { city: cityOf(rules.home) })}</p>
        <SendTimeForm
          error={time.error ?? error}
          now={now}
          numbers={[job.to_faxnumber]}
          onChange={(change) => {
            time.change(change);
            say(undefined);
          }}
          rules={rules}
          value={time.value}
        />
      </form>
    </Modal>
  );
}
