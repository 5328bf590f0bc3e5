import '#web/ui/code-frame.css';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#contract/v1/document.ts';
import { CopyButton } from '#web/kit/copy-button.tsx';
import { keptChoice } from '#web/kit/kept-choice.ts';
import { useStore } from '#web/ui/store.ts';
import { highlight } from './highlight.ts';
import type { CodeLanguage } from './highlight.ts';

/** The language that this browser chose for the examples. */
const chosenLanguage = keptChoice('f2e.code', (kept) => kept ?? 'Shell');

/** Highlighted code; always left to right, and excluded from translation. */
export function Code(props: { text: string; language: CodeLanguage }) {
  return (
    <pre dir="ltr" translate="no">
      <code>
        {highlight(props.text, props.language).map(({ kind, text }, i) =>
          kind === 'plain' ? (
            text
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- pieces of one text, identified by their position
            <span data-kind={kind} key={i}>
              {text}
            </span>
          ),
        )}
      </code>
    </pre>
  );
}

/** A box of code with a title and a copy button. */
export function CodeBox(props: { title: ReactNode; name: string; text: string; language: CodeLanguage }) {
  return (
    <section aria-label={props.name} className="code-frame dv-code">
      <header>
        <span className="dv-code-title">{props.title}</span>
        <span className="grow" />
        <CopyButton name={props.name} text={props.text} />
      </header>
      <Code language={props.language} text={props.text} />
    </section>
  );
}

/** The example call in each language; the choice is stored and applies to every call. */
export function Samples(props: { samples: Operation['x-codeSamples'] }) {
  const { samples } = props;
  const { t } = useTranslation();
  const group = useId();
  const chosen = useStore(chosenLanguage);
  const shown = samples.find(({ lang }) => lang === chosen) ?? samples[0];
  if (shown === undefined) return null;
  return (
    <section aria-label={t('developers.example')} className="code-frame dv-code">
      <header>
        <fieldset className="dv-langs">
          <legend className="sr">{t('developers.codeLanguage')}</legend>
          {samples.map(({ lang, label }) => (
            <label data-on={lang === shown.lang || undefined} key={lang}>
              <input
                checked={lang === shown.lang}
                className="sr"
                name={group}
                onChange={() => chosenLanguage.set(lang)}
                type="radio"
                value={lang}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <span className="grow" />
        <CopyButton name={t('developers.example')} text={shown.source} />
      </header>
      <Code language={shown.lang === 'Shell' ? 'shell' : 'typescript'} text={shown.source} />
    </section>
  );
}
