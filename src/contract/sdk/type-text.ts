import { z } from 'zod';

/** A JSON schema, as zod writes it. */
interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
}

/** Converts schemas to TypeScript; objects with a literal kind (`object: "fax"`) become named types. */
export class TypeText {
  /** The types named so far, by name. */
  readonly named = new Map<string, string>();
  /** Unions that have a name wherever they occur. */
  readonly #choices: ReadonlyMap<string, string>;

  /** Names for kinds whose own name is taken: `Event` is something else in browsers. */
  readonly #names: Readonly<Record<string, string>>;

  constructor(choices: Readonly<Record<string, readonly string[]>>, names: Readonly<Record<string, string>>) {
    this.#names = names;
    this.#choices = new Map(Object.entries(choices).map(([name, values]) => [union(values), name]));
  }

  /** Returns the type of a call's input or output. */
  of(schema: z.ZodType, io: 'input' | 'output'): string {
    return this.#type(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema);
  }

  /** Names a type, and returns the name. */
  name(name: string, text: string): string {
    this.named.set(name, text);
    return name;
  }

  #type(schema: Schema): string {
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    // In query strings, `true` and `false` are texts.
    if (schema.enum && union(schema.enum) === '"true" | "false"') return 'boolean';
    if (schema.enum) return this.#choices.get(union(schema.enum)) ?? union(schema.enum);
    const options = schema.anyOf ?? schema.oneOf;
    if (options) return [...new Set(options.map((option) => this.#type(option)))].join(' | ');
    if (schema.allOf) return schema.allOf.map((part) => this.#type(part)).join(' & ');
    if (Array.isArray(schema.type))
      return schema.type.map((type) => this.#type({ ...schema, type })).join(' | ');
    switch (schema.type) {
      case 'integer':
        return 'number';
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
        return schema.type;
      case 'array':
        return arrayOf(schema.items ? this.#type(schema.items) : 'unknown');
      case 'object':
        return this.#object(schema);
      default:
        return 'unknown';
    }
  }

  #object(schema: Schema): string {
    if (!schema.properties) return `Record<string, ${this.#values(schema)}>`;
    const text = this.#members(schema.properties, schema.required ?? []);
    const kind = schema.properties['object']?.const;
    if (typeof kind !== 'string' || kind === 'list') return text;
    const name = this.#names[kind] ?? pascal(kind);
    // A variant with more fields, such as a secret that is shown once, is written inline.
    if ((this.named.get(name) ?? text) !== text) return text;
    this.named.set(name, text);
    return name;
  }

  #values({ additionalProperties: values }: Schema): string {
    return typeof values === 'object' ? this.#type(values) : 'unknown';
  }

  #members(properties: Record<string, Schema>, required: readonly string[]): string {
    const lines = Object.entries(properties).map(([name, schema]) => {
      const says = schema.description ? `/** ${schema.description.replaceAll('*/', '* /')} */ \n` : '';
      return `${says}${propertyName(name)}${required.includes(name) ? '' : '?'}: ${this.#type(schema)};`;
    });
    return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('\n')}\n}`;
  }
}

/** Returns `fax_draft` as the name of a type. */
export function pascal(text: string): string {
  return text.replaceAll(/(?:^|[-_])(\w)/gu, (_, first: string) => first.toUpperCase());
}

/** Returns the union type of the given values. */
export function union(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(' | ');
}

function arrayOf(item: string): string {
  return /[|&]/u.test(item.replaceAll(/\{.*\}/gu, '')) ? `(${item})[]` : `${item}[]`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/u.test(name) ? name : JSON.stringify(name);
}
