import { escapeHtml } from '@postroad/core/content/text/escape-html';
import type { JsonSchema } from './document.ts';

/** From this many members on, a shape that was listed before is linked. */
const linkedFrom = 4;
/** Deeper members are not moved further to the right. */
const deepest = 4;

function choices(schema: JsonSchema): JsonSchema[] {
  return (schema.oneOf ?? schema.anyOf ?? []) as JsonSchema[];
}

/** The type of a value in a few words: `integer`, `string or null`, `list of string`. */
export function kindOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => String(value)).join(' | ');
  if (choices(schema).length > 0) {
    return [...new Set(choices(schema).map(kindOf))].join(' or ');
  }
  if (schema.type === 'array') return `list of ${kindOf((schema.items ?? {}) as JsonSchema)}`;
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  return typeof schema.type === 'string' ? schema.type : 'any JSON';
}

export interface Row {
  name: string;
  kind: string;
  text: string;
  depth?: number;
  /** More about the row for scripts of the page, as attributes. */
  attributes?: string;
  /** HTML below its text. */
  more?: string;
}

function rowHtml({ name, kind, text, depth = 0, attributes = '', more = '' }: Row): string {
  const deep = depth === 0 ? '' : ` class="deep-${Math.min(depth, deepest)}"`;
  return `<tr${attributes}><th scope="row"${deep}><code>${escapeHtml(name)}</code></th><td class="kind">${escapeHtml(kind)}</td><td>${escapeHtml(text)}${more}</td></tr>`;
}

export function table(title: string, rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  return `<h4>${escapeHtml(title)}</h4><table class="fields"><tbody>${rows.map(rowHtml).join('')}</tbody></table>`;
}

/** The objects that a value may be or hold in its list. */
function objectsIn(schema: JsonSchema): JsonSchema[] {
  const options = choices(schema);
  if (options.length > 0) return options.flatMap(objectsIn);
  if (schema.type === 'array') return objectsIn((schema.items ?? {}) as JsonSchema);
  return schema.properties === undefined ? [] : [schema];
}

/** Tables of fields; a shape that many answers have is listed once, and linked from there on. */
export class SchemaTables {
  readonly #listed = new Map<string, string>();

  /** One table for each shape that a body may have. */
  ofBody(title: string, schema: JsonSchema): string {
    return this.#tables(title, schema, null);
  }

  /** The same for an answer of an operation. */
  ofAnswer(title: string, schema: JsonSchema, operation: string): string {
    return this.#tables(title, schema, operation);
  }

  #tables(title: string, schema: JsonSchema, operation: string | null): string {
    const options = choices(schema);
    const shapes = options.length > 0 ? options : [schema];
    return shapes
      .map((shape, index) => table(index === 0 ? title : 'or', this.#rows(shape, 0, operation)))
      .join('');
  }

  /** A row for each field, with those of its own fields below it. */
  #rows(schema: JsonSchema, depth: number, operation: string | null): Row[] {
    return objectsIn(schema).flatMap((shape) => {
      const required = (shape.required ?? []) as string[];
      const fields = Object.entries((shape.properties ?? {}) as Record<string, JsonSchema>);
      return fields.flatMap(([name, field]) => {
        // An answer has nearly all of its members: only those of a body say which have to be there.
        const need = operation === null && required.includes(name) ? ', required' : '';
        const row: Row = {
          ...{ name, depth, kind: kindOf(field) + need },
          text: typeof field.description === 'string' ? field.description : '',
        };
        const known = operation === null ? null : this.#known(field, operation);
        if (known !== null) {
          const href = escapeHtml(known);
          return [{ ...row, more: ` As in <a href="#${href}"><code>${href}</code></a>` }];
        }
        return [row, ...this.#rows(field, depth + 1, operation)];
      });
    });
  }

  /** The operation whose answer lists a shape already; else it does from now on. */
  #known(field: JsonSchema, operation: string): string | null {
    const shapes = objectsIn(field);
    const members = shapes.flatMap(({ properties }) => Object.keys(properties ?? {}));
    if (members.length < linkedFrom) return null;
    const key = JSON.stringify(shapes);
    const before = this.#listed.get(key);
    if (before === undefined) this.#listed.set(key, operation);
    return before ?? null;
  }
}
