import { createHash } from 'node:crypto';
import { escapeHtml } from '@postroad/core/content/text/escape-html';
import type {
  JsonSchema,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
} from './document.ts';

export interface DocsPage {
  html: string;
  /** Content-Security-Policy that allows only the page's own style. */
  policy: string;
}

const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #2563eb; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { margin-bottom: 0; } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
nav a { margin-right: 1rem; } a { color: var(--accent); }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: 0 .75rem; }
summary { cursor: pointer; padding: .6rem 0; }
summary code { font-weight: 600; } summary span { display: block; opacity: .8; }
.method { display: inline-block; min-width: 4.5rem; font: 600 .8rem ui-monospace, monospace; color: var(--accent); }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-top: 1px solid var(--line); }
pre { background: var(--soft); padding: .75rem; overflow-x: auto; border-radius: 6px; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; }
`;

function choices(schema: JsonSchema): JsonSchema[] {
  return (schema.oneOf ?? schema.anyOf ?? []) as JsonSchema[];
}

/** The type of a value in a few words: `integer`, `string or null`, `list of string`. */
function kindOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => String(value)).join(' | ');
  if (choices(schema).length > 0) return choices(schema).map(kindOf).join(' or ');
  if (schema.type === 'array') return `list of ${kindOf((schema.items ?? {}) as JsonSchema)}`;
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  return typeof schema.type === 'string' ? schema.type : 'any JSON';
}

/** One row for each field; nested fields have dotted paths. */
function fieldRows(schema: JsonSchema, prefix = ''): string {
  const options = choices(schema);
  if (options.length > 0) return options.map((option) => fieldRows(option, prefix)).join('');
  if (schema.type === 'array') return fieldRows((schema.items ?? {}) as JsonSchema, `${prefix}[]`);
  const required = (schema.required ?? []) as string[];
  const rows = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return rows
    .map(([name, property]) => {
      const path = prefix === '' ? name : `${prefix}.${name}`;
      const need = required.includes(name) ? ', required' : '';
      const text = typeof property.description === 'string' ? property.description : '';
      const row = `<tr><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(kindOf(property) + need)}</td><td>${escapeHtml(text)}</td></tr>`;
      return row + fieldRows(property, path);
    })
    .join('');
}

function table(title: string, rows: string): string {
  return rows === '' ? '' : `<h4>${escapeHtml(title)}</h4><table>${rows}</table>`;
}

/** One table for each shape that a body or an answer may have. */
function tables(title: string, schema: JsonSchema): string {
  const options = choices(schema);
  const shapes = options.length > 0 ? options : [schema];
  return shapes.map((shape, index) => table(index === 0 ? title : 'or', fieldRows(shape))).join('');
}

function parameterRows(operation: OpenApiOperation, document: OpenApiDocument): string {
  const shared = document.components.parameters ?? {};
  return operation.parameters
    .map((entry) => {
      const parameter =
        '$ref' in entry ? (shared[entry.$ref.split('/').at(-1) ?? ''] as OpenApiParameter) : entry;
      const kind = `${parameter.in}, ${kindOf(parameter.schema)}${parameter.required ? ', required' : ''}`;
      return `<tr><td><code>${escapeHtml(parameter.name)}</code></td><td>${escapeHtml(kind)}</td><td>${escapeHtml(parameter.description ?? '')}</td></tr>`;
    })
    .join('');
}

function answersOf(operation: OpenApiOperation): string {
  return Object.entries(operation.responses)
    .map(([status, response]) => {
      const { description, content = {} } = response as {
        description: string;
        content?: Record<string, { schema: JsonSchema }>;
      };
      const schema = content['application/json']?.schema;
      return schema ? tables(`${status} ${description}`, schema) : '';
    })
    .join('');
}

function example(method: string, path: string, operation: OpenApiOperation): string {
  const lines = [`curl -X ${method} "$POSTROAD_URL${path}"`];
  if (operation.security === undefined) lines.push('-H "Authorization: Bearer $POSTROAD_TOKEN"');
  if (operation.requestBody) lines.push(`-H "Content-Type: application/json" -d '{}'`);
  return `<pre>${escapeHtml(lines.join(' \\\n  '))}</pre>`;
}

function section(
  path: string,
  method: string,
  operation: OpenApiOperation,
  document: OpenApiDocument,
): string {
  const verb = method.toUpperCase();
  const body = operation.requestBody?.content['application/json'].schema;
  return [
    `<details id="${escapeHtml(operation.operationId)}"><summary><b class="method">${verb}</b>`,
    `<code>${escapeHtml(path)}</code><span>${escapeHtml(operation.summary)}</span></summary>`,
    example(verb, path, operation),
    table('Parameters', parameterRows(operation, document)),
    body ? tables('Body', body) : '',
    answersOf(operation),
    '</details>',
  ].join('');
}

const styleHash = createHash('sha256').update(style).digest('base64');

/** Policy of pages without scripts, which all have the same style. */
export const plainPolicy: string = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A page without scripts, images or remote content; the parts of its body are HTML. */
export function plainPage(title: string, body: readonly string[]): DocsPage {
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title><style>${style}</style></head><body>`,
    ...body,
    '</body></html>\n',
  ].join('\n');
  return { html, policy: plainPolicy };
}

/** The OpenAPI document as one page without scripts, images or remote content. */
export function docsPage(document: OpenApiDocument): DocsPage {
  const bySection = new Map<string, string>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? '';
      const before = bySection.get(tag) ?? '';
      bySection.set(tag, before + section(path, method, operation, document));
    }
  }
  const { title, description } = document.info;
  const names = [...bySection.keys()];
  return plainPage(`${title} API`, [
    `<h1>${escapeHtml(title)} API</h1><p>${escapeHtml(description)} <a href="/openapi.json">OpenAPI 3.1</a> <a href="/docs/problems">Problems</a></p>`,
    `<nav>${names.map((name) => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`).join(' ')}</nav>`,
    ...[...bySection].map(
      ([name, entries]) =>
        `<section><h2 id="${escapeHtml(name)}">${escapeHtml(name)}</h2>${entries}</section>`,
    ),
  ]);
}
