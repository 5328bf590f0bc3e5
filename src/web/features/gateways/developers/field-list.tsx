import { useTranslation } from 'react-i18next';
import type { Schema } from '#contract/v1/document.ts';
import { fieldType, fieldValues, innerFields } from './field-type.ts';
import type { Reference } from './reference.ts';
import { RichLine } from './rich-text.tsx';

/** A field of the reference. */
export interface FieldRow {
  name: string;
  required: boolean;
  schema: Schema;
  description?: string | undefined;
}

/** The maximum depth to which the fields of an object are shown. */
const DEPTH = 3;

/** Fields with their types, one below the other; the fields of nested objects follow below them. */
export function FieldList(props: {
  fields: readonly FieldRow[];
  reference: Reference;
  /** Whether they are fields of a response, of which none can be required. */
  answers?: boolean;
  depth?: number;
}) {
  const { fields, reference, answers = false, depth = 0 } = props;
  return (
    <ul className="dv-fields" data-inner={depth > 0 || undefined}>
      {fields.map((field) => (
        <Field answers={answers} depth={depth} field={field} key={field.name} reference={reference} />
      ))}
    </ul>
  );
}

function Field(props: { field: FieldRow; reference: Reference; answers: boolean; depth: number }) {
  const { field, reference, answers, depth } = props;
  const { name, required, schema, description = schema.description } = field;
  const { t } = useTranslation();
  const { document } = reference;
  const inner = depth < DEPTH ? innerFields(document, schema) : undefined;
  const values = fieldValues(document, schema);
  return (
    <li>
      <div className="dv-field" dir="ltr">
        <code className="dv-name">{name}</code>
        <span className="dv-type" lang="en">
          {fieldType(document, schema)}
        </span>
        {required && !answers && <span className="dv-required">{t('developers.required')}</span>}
      </div>
      {description !== undefined && (
        <p dir="ltr" lang="en">
          <RichLine reference={reference} text={description} />
        </p>
      )}
      {values.length > 0 && (
        <p className="dv-values" dir="ltr">
          {values.map((value) => (
            <code className="dv-c" key={value}>
              {value}
            </code>
          ))}
        </p>
      )}
      {inner && (
        <FieldList answers={answers} depth={depth + 1} fields={rowsOf(inner)} reference={reference} />
      )}
    </li>
  );
}

/** Returns the fields of an object. */
export function rowsOf({ properties = {}, required = [] }: Schema): FieldRow[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
  }));
}
