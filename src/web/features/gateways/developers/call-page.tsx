import '#web/ui/status-code.css';
import { useTranslation } from 'react-i18next';
import { ShieldCheck } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import type { Parameter, Response, Schema } from '#contract/v1/document.ts';
import { CopyButton } from '#web/kit/copy-button.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';
import { Icon } from '#web/ui/icon.tsx';
import { AnchorHeading, useArrival } from './anchor-heading.tsx';
import { CodeBox, Samples } from './code-box.tsx';
import { FieldList, rowsOf } from './field-list.tsx';
import type { FieldRow } from './field-list.tsx';
import { resolved } from './reference.ts';
import type { CallEntry, Reference } from './reference.ts';
import { RichLine } from './rich-text.tsx';

/** The page of a call: its purpose and input, an example, and its response. */
export function CallPage(props: { call: CallEntry; reference: Reference }) {
  const { call, reference } = props;
  const { operation } = call;
  useArrival();
  usePageTitle(operation.summary);
  const [status, answer] = Object.entries(operation.responses)[0] ?? ['200', {}];
  const { content = {}, description } = resolved<Response>(reference.document, answer as Response);
  const [, body] = Object.entries(content)[0] ?? [];
  return (
    <div className="dv-rows dv-call">
      <div className="dv-doc" dir="ltr">
        <CallHead call={call} reference={reference} />
        <Takes call={call} reference={reference} />
      </div>
      <div className="dv-ex">
        <Samples key={operation.operationId} samples={operation['x-codeSamples']} />
        {body?.example !== undefined && (
          <AnswerBox description={description} example={body.example} status={status} />
        )}
      </div>
      <div className="dv-doc" dir="ltr">
        <Gives reference={reference} schema={body?.schema} />
        <Errors call={call} reference={reference} />
      </div>
    </div>
  );
}

function CallHead(props: { call: CallEntry; reference: Reference }) {
  const { call, reference } = props;
  const { method, path, operation } = call;
  const { t } = useTranslation();
  const scope = operation['x-scope'];
  const repeats = operation.parameters.some((one) => '$ref' in one && one.$ref.endsWith('/IdempotencyKey'));
  return (
    <>
      <h1 lang="en">{operation.summary}</h1>
      <div className="dv-address">
        <span className="dv-method" dir="ltr">
          {method}
        </span>
        <code dir="ltr">{path}</code>
        <CopyButton name={t('developers.address')} text={`${reference.server}${path}`} />
        <span className="grow" />
        <span className="rowx">
          <span className="meta">{t('developers.needs')}</span>
          {scope === null ? (
            <span className="meta">{t('developers.anyKey')}</span>
          ) : (
            <code className="dv-scope">{scope}</code>
          )}
        </span>
      </div>
      {operation.description !== undefined && (
        <p className="dv-text" lang="en">
          <RichLine reference={reference} text={operation.description} />
        </p>
      )}
      {repeats && (
        <div className="note" data-tone="info">
          <Icon as={ShieldCheck} />
          <span className="note-text" lang="en">
            <RichLine reference={reference} text={REPEATS} />
          </span>
        </div>
      )}
    </>
  );
}

const REPEATS =
  'Send an `Idempotency-Key`. If a call breaks off, repeat it with the same key and nothing is done twice.';

function Takes(props: { call: CallEntry; reference: Reference }) {
  const { call, reference } = props;
  const { t } = useTranslation();
  const parameters = call.operation.parameters.map((one) => resolved<Parameter>(reference.document, one));
  const bodies = Object.entries(call.operation.requestBody?.content ?? {});
  const [, first] = bodies[0] ?? [];
  const groups: { id: string; title: string; note?: string; fields: FieldRow[] }[] = [
    { id: 'path', title: t('developers.path'), fields: parameters.filter((one) => one.in === 'path') },
    { id: 'query', title: t('developers.query'), fields: parameters.filter((one) => one.in === 'query') },
    {
      id: 'headers',
      title: t('developers.headers'),
      fields: parameters.filter((one) => one.in === 'header'),
    },
    {
      id: 'body',
      title: t('developers.body'),
      note: bodies.map(([type]) => (type === 'application/json' ? 'JSON' : 'multipart form')).join(' or '),
      fields: first ? rowsOf(first.schema) : [],
    },
  ];
  return groups.map(
    ({ id, title, note, fields }) =>
      fields.length > 0 && (
        <section key={id}>
          <AnchorHeading id={id}>
            {title}
            {note !== undefined && (
              <span className="meta" lang="en">
                {note}
              </span>
            )}
          </AnchorHeading>
          <FieldList fields={fields} reference={reference} />
        </section>
      ),
  );
}

function Gives(props: { schema: Schema | undefined; reference: Reference }) {
  const { schema, reference } = props;
  const { t } = useTranslation();
  const fields = schema ? rowsOf(resolved<Schema>(reference.document, schema)) : [];
  if (fields.length === 0) return null;
  return (
    <section>
      <AnchorHeading id="answer">{t('developers.answer')}</AnchorHeading>
      <FieldList answers fields={fields} reference={reference} />
    </section>
  );
}

function AnswerBox(props: { status: string; description: string; example: unknown }) {
  const { t } = useTranslation();
  return (
    <CodeBox
      language="json"
      name={t('developers.answer')}
      text={JSON.stringify(props.example, null, 2)}
      title={
        <>
          <span className="status-code" data-tone="ok">
            {props.status}
          </span>
          <span lang="en">{props.description}</span>
        </>
      }
    />
  );
}

function Errors(props: { call: CallEntry; reference: Reference }) {
  const { call, reference } = props;
  const { t } = useTranslation();
  const { document } = reference;
  const codes = Object.values(call.operation.responses).flatMap(
    (one) => resolved<Response>(document, one)['x-codes'] ?? [],
  );
  return (
    <section>
      <AnchorHeading id="errors">{t('developers.errors')}</AnchorHeading>
      <ul className="dv-fields">
        {codes.map((code) => (
          <li key={code}>
            <div className="dv-field" dir="ltr">
              <span className="status-code">{document['x-errors'][code]?.status}</span>
              <Link hash={code} params={{ _splat: 'errors' }} to="/developers/$">
                <code className="dv-name">{code}</code>
              </Link>
            </div>
            <p lang="en">{document['x-errors'][code]?.detail}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
