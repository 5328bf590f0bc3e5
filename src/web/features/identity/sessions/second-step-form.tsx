import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#web/kit/page-title.ts';
import { Banner } from '#web/ui/banner.tsx';
import { focusFirst } from '#web/kit/focus-first.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useTakeSecondStep } from './use-second-step.ts';

/** The length of a recovery code with its hyphens, plus a few spaces. */
const CODE_INPUT_MAX = 24;

/** The second step after a correct password: the code of the owner's app, or a recovery code. */
export function SecondStepForm(props: { onBack: () => void }) {
  const { t } = useTranslation();
  usePageTitle(t('login.step.title'));
  const [code, setCode] = useState('');
  const { refusal, submit } = useTakeSecondStep();
  const ready = code.trim() !== '';
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) void submit(code.trim());
  };
  return (
    <div className="feed">
      <form className="sheet" noValidate onSubmit={onSubmit}>
        <div>
          <h1>{t('login.step.title')}</h1>
          <p className="lead">{t('login.step.lead')}</p>
        </div>
        {refusal !== null && <Banner tone="bad">{refusal}</Banner>}
        <TextField
          autoCapitalize="none"
          autoComplete="one-time-code"
          ref={focusFirst}
          dir="ltr"
          label={t('login.step.code')}
          maxLength={CODE_INPUT_MAX}
          name="code"
          numeric
          onChange={(event) => setCode(event.target.value)}
          required
          size="lg"
          spellCheck={false}
          value={code}
        />
        <Button block disabled={!ready} size="lg" type="submit" variant="primary">
          {t('login.submit')}
        </Button>
        <p className="meta">{t('login.step.lost')}</p>
        <Button block onClick={props.onBack} variant="quiet">
          {t('login.step.back')}
        </Button>
      </form>
    </div>
  );
}
