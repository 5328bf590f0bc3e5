import type { Schema } from '#contract/v1/document.ts';

/** Objects in responses that state their kind (`object: "fax"`), described once and referenced by name. */
export class NamedSchemas {
  readonly #byName = new Map<string, { schema: Schema; written: string }>();

  /** All schemas by name. */
  get all(): Record<string, Schema> {
    return Object.fromEntries([...this.#byName].map(([name, { schema }]) => [name, schema]));
  }

  /**
   * Replaces the objects in a schema by references. An object that differs from the first one of its name, such as one
   * with a secret, stays in place.
   */
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
