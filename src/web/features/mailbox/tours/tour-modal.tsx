import '#web/ui/modal.css';
import './tour.css';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { brandTitle, useBrand } from '#web/kit/brand.ts';
import { Button } from '#web/ui/button.tsx';
import type { Tour } from './slides.ts';
import { TourPicture } from './tour-picture.tsx';

/** Shows a tour: the welcome, then slides, which only a button or arrow key turns (TOUR-03, TOUR-04). */
export function TourModal(props: { tour: Tour; number: string; onClose: () => void }) {
  const { tour, number, onClose } = props;
  const { t } = useTranslation();
  const title = brandTitle(useBrand());
  const [step, setStep] = useState<number | null>(null);
  const slide = step === null ? undefined : tour.slides[step];
  const key = slide?.key ?? tour.welcome;
  const box = useRef<HTMLDivElement>(null);
  const started = step !== null;
  // Other buttons replace the pressed one; keyboard users must not lose the focus.
  useEffect(() => {
    const place = started ? '.tour-turn' : '.tour-start';
    box.current?.querySelector<HTMLElement>(`${place} [data-variant="primary"]`)?.focus();
  }, [started]);
  const turn = (by: 1 | -1) => {
    if (step !== null) setStep(Math.min(Math.max(step + by, 0), tour.slides.length - 1));
  };
  return (
    <ModalOverlay className="scrim" isOpen onOpenChange={(open) => !open && onClose()}>
      <Modal className="modal tour" data-modal data-size="xl">
        <Dialog className="modal-box">
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys turn the slides wherever the focus is; the buttons do the same */}
          <div
            ref={box}
            onKeyDown={(event) => {
              const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
              if (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
                turn(event.key === forward ? 1 : -1);
            }}
          >
            <TourPicture picture={slide?.picture ?? 'faxes'} />
            <div aria-live="polite" className="tour-words">
              <Heading level={2} slot="title">
                {t(`${key}.title`, { title })}
              </Heading>
              <p>{t(`${key}.text`, { number })}</p>
              {step !== null && (
                <span className="sr">{t('tour.step', { step: step + 1, steps: tour.slides.length })}</span>
              )}
            </div>
            {step === null ? (
              <div className="tour-start">
                <Button onClick={onClose}>{t('tour.notNow')}</Button>
                <Button onClick={() => setStep(0)} variant="primary">
                  {t('tour.take')}
                </Button>
              </div>
            ) : (
              <Steps last={tour.slides.length - 1} onClose={onClose} onTurn={turn} step={step} />
            )}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Steps(props: { step: number; last: number; onTurn: (by: 1 | -1) => void; onClose: () => void }) {
  const { step, last, onTurn, onClose } = props;
  const { t } = useTranslation();
  const done = step === last;
  return (
    <div className="tour-steps">
      <Button onClick={onClose} variant="quiet">
        {t('tour.skip')}
      </Button>
      <span aria-hidden="true" className="tour-dots">
        {Array.from({ length: last + 1 }, (_, index) => (
          <i data-on={index === step || undefined} key={index} />
        ))}
      </span>
      <span className="tour-turn">
        {step > 0 && <Button onClick={() => onTurn(-1)}>{t('tour.back')}</Button>}
        <Button onClick={done ? onClose : () => onTurn(1)} variant="primary">
          {done ? t('tour.done') : t('tour.next')}
        </Button>
      </span>
    </div>
  );
}
