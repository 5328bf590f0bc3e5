import { useTranslation } from 'react-i18next';
import { CopyButton } from '#web/kit/copy-button.tsx';

/** A first fax with curl; a key for `several` accounts must name one of them. */
export function FirstCall({ several }: { several: boolean }) {
  const { t } = useTranslation();
  const sample = `curl ${location.origin}/v1/faxes \\
  -H "Authorization: Bearer $F2E_API_KEY" \\
${several ? '  -H "F2E-Account: acc_12" \\\n' : ''}  -H "Idempotency-Key: order-20418" \\
  -F to=+12125550147 -F file=@letter.pdf`;
  return (
    <section className="code-frame ak-code">
      <header>
        <h2>{t('apiKeys.tryTitle')}</h2>
        <span className="meta">{t('apiKeys.tryNote')}</span>
        <CopyButton name={t('apiKeys.tryTitle')} text={sample} />
      </header>
      <pre>
        {sample.split(/("[^"]*")/u).map((part, at) =>
          part.startsWith('"') ? (
            // oxlint-disable-next-line react/no-array-index-key -- The parts of a fixed text.
            <span className="ak-string" key={at}>
              {part}
            </span>
          ) : (
            part
          ),
        )}
      </pre>
    </section>
  );
}
