import '#web/ui/timeline.css';
import './calls.css';
import { useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { operatorTestCall, operatorTestCallStop } from '#contract/faxes/line-calls.admin.ts';
import type { ConsoleLineCall } from '#contract/faxes/line-calls.admin.ts';
import { formatFaxNumber, isDestination } from '#contract/kit/fax-number.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { durationOf, mediaName, reachedAt } from './call-words.tsx';
import { ConsoleLink, Time } from './console-parts.tsx';
import { useAction } from './console-query.ts';
import { FormModal } from './form-modal.tsx';

/** Asks for the number to which a test page is sent, and the number from which. */
export function TestCallForm(props: { line: string; onClose: () => void }) {
  const { line, onClose } = props;
  const { t } = useTranslation();
  const act = useAction();
  const [to, setTo] = useState('');
  const [from, setFrom] = useState('');
  const call = async () => {
    const body = { name: line, to: to.trim(), from: from.trim() };
    return (await act(operatorTestCall, body, { done: t('operator.test.begun') })) !== null;
  };
  return (
    <FormModal
      complete={isDestination(to) && (from.trim() === '' || isDestination(from))}
      onClose={onClose}
      onSubmit={call}
      submit={t('operator.test.call')}
      title={t('operator.test.title', { name: line })}
    >
      <p>{t('operator.test.lead')}</p>
      <NumberField end="to" onChange={setTo} value={to} />
      <NumberField end="from" onChange={setFrom} value={from} />
    </FormModal>
  );
}

function NumberField(props: { end: 'to' | 'from'; value: string; onChange: (typed: string) => void }) {
  const { end, value, onChange } = props;
  const { t } = useTranslation();
  return (
    <TextField
      autoComplete="off"
      hint={t(`operator.test.${end}Hint`)}
      label={t(`operator.test.${end}`)}
      numeric
      onChange={(event) => onChange(event.target.value)}
      type="tel"
      value={value}
    />
  );
}

/** The last test call of a line: live, then with verdict and advice; with steps if the line reports them. */
export function TestCallCard({ of, tells }: { of: ConsoleLineCall; tells: boolean }) {
  const { t } = useTranslation();
  const act = useAction();
  const [again, setAgain] = useState(false);
  const { id, live, line, verdict, far, media } = of;
  const number = formatFaxNumber(far) ?? far;
  const stop = () => act(operatorTestCallStop, { id }, { done: t('operator.test.stopping') });
  return (
    <Card
      action={
        <span className="meta">
          <Time of={of.startedAt} />
        </span>
      }
      title={t(live ? 'operator.test.now' : 'operator.test.last')}
    >
      <div className="oc-test">
        <div aria-live="polite">
          {live ? (
            <p className="oc-judged">
              <Spinner label={t('operator.test.calling', { number })} />{' '}
              {t('operator.test.calling', { number })}
            </p>
          ) : (
            <>
              <h3 className="oc-judged" data-tone={verdict?.ok === true ? 'ok' : 'bad'}>
                <Icon as={verdict?.ok === true ? CircleCheck : CircleAlert} size="s" />
                {title()}
              </h3>
              <p>
                {t('operator.test.called', { number })} {verdict?.text ?? t('operator.call.processDied')}
              </p>
              <p className="strong">
                {verdict?.advice || (verdict?.ok === true ? t('operator.test.nothing') : '')}
              </p>
            </>
          )}
          <span className="oc-actions">
            {live ? (
              <Button onClick={() => void stop()} size="sm" variant="danger-quiet">
                {t('operator.test.stop')}
              </Button>
            ) : (
              <>
                <ConsoleLink to={`calls/${id}`}>{t('operator.test.details')}</ConsoleLink>
                <Button onClick={() => setAgain(true)} size="sm">
                  {t('operator.test.again')}
                </Button>
              </>
            )}
          </span>
        </div>
        {tells && <Steps of={of} />}
      </div>
      {again && <TestCallForm line={line} onClose={() => setAgain(false)} />}
    </Card>
  );

  function title(): string {
    if (verdict?.ok !== true) return t('operator.test.fails');
    return media === null
      ? t('operator.test.works')
      : t('operator.test.worksOver', { media: mediaName(t, media) });
  }
}

/** The steps of a test call, and its progress; the first step that was not reached has failed. */
function Steps({ of }: { of: ConsoleLineCall }) {
  const { t } = useTranslation();
  const steps = stepsOf(t, of);
  const reached = steps.findIndex(({ at }) => at === null);
  return (
    <ol aria-label={t('operator.test.steps')} className="timeline oc-tl">
      {steps.map(({ key, text, at }, index) => {
        const here = index === reached;
        const tone = at !== null ? 'ok' : here ? (of.live ? 'run' : 'bad') : 'plan';
        return (
          <li data-tone={tone} key={key}>
            <span>
              {text}
              {here && !of.live && <span className="meta">{of.detail || t('operator.test.notReached')}</span>}
            </span>
            {at !== null && <span className="num meta">{timeOf(t, at, steps[index - 1]?.at ?? 0)}</span>}
          </li>
        );
      })}
    </ol>
  );
}

interface Step {
  key: string;
  text: string;
  /** Milliseconds since the call started; null if the step was not reached. */
  at: number | null;
}

function stepsOf(t: TFunction, call: ConsoleLineCall): Step[] {
  const media = call.media === null ? null : reachedAt(call, 'media', call.media);
  return [
    { key: 'answered', text: t('operator.test.step.answered'), at: reachedAt(call, 'answered') },
    {
      key: 'media',
      text: call.media === null ? t('operator.test.step.media') : mediaName(t, call.media),
      at: media,
    },
    {
      key: 'negotiated',
      text:
        call.rate === null
          ? t('operator.test.step.negotiated')
          : t('operator.test.step.negotiatedAt', { rate: call.rate }),
      at: reachedAt(call, 'negotiated'),
    },
    {
      key: 'page',
      text: t('operator.test.step.page'),
      at: call.confirmed >= call.pages ? reachedAt(call, 'page') : null,
    },
  ];
}

function timeOf(t: TFunction, at: number, before: number): string {
  const ms = Math.max(0, at - before);
  return ms < 1_000 ? t('operator.call.ms', { ms }) : durationOf(t, ms / 1_000);
}
