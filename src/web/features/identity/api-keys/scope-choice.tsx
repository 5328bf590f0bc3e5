import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '#contract/v1/scopes.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { SCOPE_WORDS, SHOWN_SCOPES } from './scope-words.ts';

/** Selects the rights of a key; two shortcuts select what most programs need. */
export function ScopeChoice(props: {
  scopes: readonly Scope[];
  chosen: ReadonlySet<Scope>;
  error: string | undefined;
  /** Shown beside the title. */
  note: string | undefined;
  onChange: (chosen: ReadonlySet<Scope>) => void;
}) {
  const { scopes, chosen, error, note, onChange } = props;
  const { t } = useTranslation();
  const id = useId();
  const offered = SHOWN_SCOPES.filter((scope) => scopes.includes(scope));
  const toggle = (scope: Scope, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(scope);
    else next.delete(scope);
    onChange(next);
  };
  return (
    <fieldset aria-describedby={error === undefined ? undefined : id} className="ak-can">
      <legend className="lab">{t('apiKeys.can')}</legend>
      <span className="ak-shortcuts">
        {note !== undefined && <span className="meta">{note}</span>}
        <Button onClick={() => onChange(new Set(['faxes:send', 'faxes:read']))} variant="link">
          {t('apiKeys.sendAndRead')}
        </Button>
        <Button onClick={() => onChange(new Set(offered))} variant="link">
          {t('apiKeys.everything')}
        </Button>
      </span>
      <div className="ak-picks" data-bad={error !== undefined || undefined}>
        {offered.map((scope) => (
          <div className="ak-pick" key={scope}>
            <Checkbox checked={chosen.has(scope)} onChange={(event) => toggle(scope, event.target.checked)}>
              {t(`apiKeys.scope.${SCOPE_WORDS[scope]}`)}
            </Checkbox>
            <code aria-hidden="true" className="ak-scope">
              {scope}
            </code>
          </div>
        ))}
      </div>
      {error !== undefined && (
        <p className="ak-error" id={id} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
