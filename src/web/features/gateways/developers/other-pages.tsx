import '#web/ui/status-code.css';
import { useTranslation } from 'react-i18next';
import { API_CHANGES } from '#contract/v1/changes.ts';
import { EXAMPLE_ORIGIN } from '#contract/v1/document.ts';
import { usePageTitle } from '#web/kit/page-title.ts';
import { AnchorHeading, useArrival } from './anchor-heading.tsx';
import { CodeBox } from './code-box.tsx';
import { FieldList, rowsOf } from './field-list.tsx';
import type { Guide } from './guides.ts';
import type { Reference } from './reference.ts';
import { RichLine, RichText } from './rich-text.tsx';

/** A guide, with the URL of this host in its examples. */
export function GuidePage(props: { guide: Guide; reference: Reference }) {
  const { guide, reference } = props;
  useArrival();
  usePageTitle(guide.title);
  return (
    <article className="dv-doc dv-guide" dir="ltr" lang="en">
      <h1>{guide.title}</h1>
      <RichText reference={reference} text={guide.text.replaceAll(EXAMPLE_ORIGIN, reference.server)} />
    </article>
  );
}

/** Every error code; the `type` of an error links here. */
export function ErrorsPage(props: { reference: Reference }) {
  const { calls, document } = props.reference;
  const { t } = useTranslation();
  const hash = useArrival();
  usePageTitle(t('developers.errors'));
  const callsWith = (code: string) =>
    calls.filter(({ operation }) =>
      Object.values(operation.responses).some((one) => 'x-codes' in one && one['x-codes']?.includes(code)),
    );
  return (
    <article className="dv-doc" dir="ltr">
      <h1>{t('developers.errors')}</h1>
      <p className="dv-text" dir="auto">
        {t('developers.errorsLead')}
      </p>
      {Object.entries(document['x-errors']).map(([code, { status, detail }]) => (
        <section className="dv-error" data-here={code === hash || undefined} key={code}>
          <AnchorHeading id={code}>
            <span className="status-code">{status}</span> <code>{code}</code>
          </AnchorHeading>
          <p lang="en">{detail}</p>
          <p className="dv-values" dir="ltr">
            {callsWith(code).map(({ method, path }) => (
              <RichLine
                key={`${method} ${path}`}
                reference={props.reference}
                text={`\`${method} ${path}\``}
              />
            ))}
          </p>
        </section>
      ))}
    </article>
  );
}

/** Every type of event, as a webhook gets it. */
export function EventsPage(props: { reference: Reference }) {
  const { document } = props.reference;
  const { t } = useTranslation();
  useArrival();
  usePageTitle(t('developers.events'));
  return (
    <div className="dv-rows">
      {Object.entries(document.webhooks).map(([type, { post }], i) => {
        const content = post.requestBody.content['application/json'];
        const data = content?.schema.properties?.['data'];
        return [
          <section className="dv-doc" dir="ltr" key={type}>
            {i === 0 && <h1>{t('developers.events')}</h1>}
            <AnchorHeading id={type}>
              <code>{type}</code>
            </AnchorHeading>
            <p className="dv-text" dir="ltr" lang="en">
              {post.summary}
            </p>
            {data && <FieldList answers fields={rowsOf(data)} reference={props.reference} />}
          </section>,
          <div className="dv-ex" key={`${type} example`}>
            <CodeBox
              language="json"
              name={type}
              text={JSON.stringify(content?.example, null, 2)}
              title={<code>{type}</code>}
            />
          </div>,
        ];
      })}
    </div>
  );
}

/** The changes of the API. */
export function ChangelogPage() {
  const { t } = useTranslation();
  usePageTitle(t('developers.changelog'));
  return (
    <article className="dv-doc" dir="ltr">
      <h1>{t('developers.changelog')}</h1>
      {API_CHANGES.map(({ date, text, breaks }) => (
        <section key={`${date} ${text}`}>
          <AnchorHeading id={date}>
            <time dateTime={date}>{date}</time>
          </AnchorHeading>
          <p dir="ltr" lang="en">
            {text}
          </p>
          {breaks.length > 0 && (
            <ul dir="ltr" lang="en">
              {breaks.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </article>
  );
}
