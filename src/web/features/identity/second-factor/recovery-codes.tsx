import { useTranslation } from 'react-i18next';
import { CopyButton } from '#web/kit/copy-button.tsx';
import { saveFile } from '#web/kit/save-file.ts';
import { useOnceOnly } from '#web/shared/identity/use-once-only.ts';
import { Button } from '#web/ui/button.tsx';

/** The only place where people can see the recovery codes. */
export function RecoveryCodes(props: { codes: readonly string[]; name: string; onDone: () => void }) {
  const { codes, name, onDone } = props;
  const { t } = useTranslation();
  const { take } = useOnceOnly();
  const text = codes.join('\n');
  const save = () => {
    const title = t('security.step.file', { name });
    saveFile(new Blob([`${title}\n\n${text}\n`], { type: 'text/plain;charset=utf-8' }), `${title}.txt`);
    take();
  };
  return (
    <output className="step-codes">
      <h3 className="strong">{t('security.step.codesTitle')}</h3>
      <p>{t('security.step.codesLead')}</p>
      <ul dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code className="num">{code}</code>
          </li>
        ))}
      </ul>
      <p className="step-actions">
        <Button onClick={onDone} variant="primary">
          {t('security.step.done')}
        </Button>
        <Button onClick={save}>{t('security.step.save')}</Button>
        <CopyButton name={t('security.step.codesTitle')} onCopied={take} text={text} />
      </p>
    </output>
  );
}
