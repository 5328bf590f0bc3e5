import { useTranslation } from 'react-i18next';
import { operatorLineSet, operatorLineSettings } from '#contract/faxes/line-settings.admin.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { Card } from '#web/ui/card.tsx';
import { RadioList } from '#web/ui/radio-list.tsx';
import { useAction, useConsole } from './console-query.ts';

const POLICIES = ['accept', 'request', 'first', 'refuse'] as const;
type Policy = (typeof POLICIES)[number];

/** Selects who requests T.38 on a SIP line, in which trunks differ most. */
export function T38Policy({ line }: { line: string }) {
  const settings = useConsole(operatorLineSettings, { name: line });
  if (settings.data?.config === undefined || settings.data.config === null) return null;
  const options = (settings.data.config['sipOptions'] ?? '').replace(/^\?/, '').split('&');
  if (options.includes('srtp=sdes')) return <Encrypted />;
  return <Choice line={line} options={options} settings={settings.data} />;
}

/** Encrypted calls cannot use T.38. */
function Encrypted() {
  const { t } = useTranslation();
  return (
    <Card title={t('operator.t38.title')}>
      <p className="oc-body">{t('operator.t38.encrypted')}</p>
    </Card>
  );
}

function Choice(props: {
  line: string;
  options: readonly string[];
  settings: ReplyOf<typeof operatorLineSettings>;
}) {
  const { line, options, settings } = props;
  const { t } = useTranslation();
  const act = useAction();
  const current = POLICIES.find((policy) => options.includes(`t38=${policy}`)) ?? 'accept';
  const choose = (policy: Policy) => {
    const { pattern, priority, price, channels } = settings;
    // The other options stay as they were typed.
    const others = options.filter((option) => option !== '' && !option.startsWith('t38='));
    const sipOptions = [`t38=${policy}`, ...others].join('&');
    void act(
      operatorLineSet,
      { name: line, pattern, priority, price, channels, config: { sipOptions } },
      { done: t('operator.t38.changed') },
    );
  };
  return (
    <Card title={t('operator.t38.title')}>
      <div className="oc-body">
        <RadioList
          label={t('operator.t38.title')}
          labelHidden
          onChange={(value) => choose(value as Policy)}
          options={POLICIES.map((policy) => ({
            value: policy,
            label: t(`operator.t38.${policy}`),
            hint: t(`operator.t38.hint.${policy}`),
          }))}
          value={current}
        />
      </div>
    </Card>
  );
}
