import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KEYS, keyCaps } from '#web/kit/hotkeys.ts';
import { Button } from '#web/ui/button.tsx';
import { KeyCaps } from '#web/ui/key-caps.tsx';
import { Modal } from '#web/ui/modal.tsx';

/** The three slides of the keyboard tour (TOUR-09): a name, and the keys in its picture. */
const SLIDES = [
  {
    name: 'go',
    rows: [KEYS.dashboard, KEYS.faxMessages, KEYS.contacts, KEYS.preferences].map(keyCaps),
  },
  { name: 'work', rows: [KEYS.add, KEYS.confirm, KEYS.leave].map(keyCaps) },
  { name: 'popups', rows: [['Enter'], ['Esc']] },
] as const;

/** Explains the shortcuts in three slides, which never advance automatically. */
export function KeyboardTour(props: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [step, setStep] = useState(0);
  const slide = SLIDES[step] ?? SLIDES[0];
  const last = step === SLIDES.length - 1;
  const close = () => {
    props.onClose();
    setStep(0);
  };
  return (
    <Modal
      closeLabel={t('app.close')}
      footer={
        <>
          <span className="meta num grow">
            {t('shortcuts.tour.step', { step: step + 1, steps: SLIDES.length })}
          </span>
          {step > 0 && <Button onClick={() => setStep(step - 1)}>{t('shortcuts.tour.back')}</Button>}
          <Button onClick={() => (last ? close() : setStep(step + 1))} variant="primary">
            {last ? t('shortcuts.tour.done') : t('shortcuts.tour.next')}
          </Button>
        </>
      }
      onClose={close}
      open={props.open}
      title={t('shortcuts.tour.title')}
    >
      <div aria-hidden="true" className="keys-picture">
        {slide.rows.map((caps) => (
          <KeyCaps caps={caps} key={caps.join('+')} />
        ))}
      </div>
      <div aria-live="polite">
        <h3 className="prefs-sec">{t(`shortcuts.tour.${slide.name}.title`)}</h3>
        <p>{t(`shortcuts.tour.${slide.name}.text`)}</p>
      </div>
    </Modal>
  );
}
