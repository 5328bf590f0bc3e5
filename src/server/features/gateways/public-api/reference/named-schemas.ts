import type { Schema } from '#contract/v1/document.ts';

/** Objects of answers that say what they are (`object: "fax"`), written once and named where they stand. */
export class NamedSchemas {
  readonly #byName = new Map<string, { schema: Schema; written: string }>();

  /** All of them by name. */
  get all(): Record<string, Schema> {
    return Object.fromEntries([...this.#byName].map(([name, { schema }]) => [name, schema]));
  }

  /** The schema with its objects named. One that has more than the first of its name, such as a secret, stays in place. */
  name(schema: Schema): Schema {
    const { items, properties, anyOf } = schema;
    const inner: Schema = {
      ...schema,
      ...(items && { items: this.name(items) }),
      ...(anyOf && { anyOf: anyOf.map((part) => this.name(part)) }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, part]) => [name, this.name(part)]),
        ),
      }),
    };
    const kind = properties?.['object']?.const;
    if (typeof kind !== 'string' || kind === 'list' || properties?.['deleted']) return inner;
    const name = kind.replaceAll(/(?:^|[-_.])(\w)/gu, (_, first: string) => first.toUpperCase());
    const written = JSON.stringify(inner);
    const known = this.#byName.get(name);
    if (known && known.written !== written) return inner;
    this.#byName.set(name, { schema: inner, written });
    return { $ref: `#/components/schemas/${name}` };
  }
}
