import { type OperationName, operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { asksSometimes } from '@postroad/core/catalog/confirmed';
import { escapeHtml } from '@postroad/core/content/text/escape-html';
import { guidePage } from '../guides/guide-page.ts';
import { pageShell } from '../guides/page-shell.ts';
import type {
  JsonSchema,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
} from './document.ts';
import { introduction } from './introduction.ts';
import { kindOf, type Row, SchemaTables, table } from './schema-tables.ts';

/** What most programs begin with comes first; the other nouns follow in the order of the catalog. */
const firstNouns = ['events', 'people', 'messages', 'emails', 'flows', 'broadcasts', 'segments'];

interface Content {
  schema: JsonSchema;
  example?: unknown;
}

interface Entry {
  path: string;
  method: string;
  operation: OpenApiOperation;
}

const noun = ({ operation }: Entry) => operation.tags[0] ?? '';

const inWords = (name: string) => name.replaceAll('-', ' ').replace(/^./, (c) => c.toUpperCase());

/** The operations of the document by noun. */
function byNoun(document: OpenApiDocument): Map<string, Entry[]> {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...{ path, operation, method: method.toUpperCase() },
    })),
  );
  const nouns = new Set([...firstNouns, ...entries.map(noun)]);
  return new Map([...nouns].map((name) => [name, entries.filter((entry) => noun(entry) === name)]));
}

const pre = (text: string, kind: string) =>
  `<pre tabindex="0" class="${kind}">${escapeHtml(text)}</pre>`;

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** A quote would end the argument of the shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function parametersOf({ operation }: Entry, document: OpenApiDocument): OpenApiParameter[] {
  const shared = document.components.parameters ?? {};
  return operation.parameters.map((entry) =>
    '$ref' in entry ? (shared[entry.$ref.split('/').at(-1) ?? ''] as OpenApiParameter) : entry,
  );
}

/** The address of the example, with the parameters that it has. */
function addressOf({ path }: Entry, parameters: readonly OpenApiParameter[]): string {
  const given = parameters.filter(({ example }) => example !== undefined);
  const address = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = given.find((one) => one.in === 'path' && one.name === name)?.example;
    return value === undefined ? whole : encodeURIComponent(String(value)).replaceAll('%40', '@');
  });
  const query = new URLSearchParams(
    given
      .filter((one) => one.in === 'query')
      .flatMap(({ name, example }) =>
        [example].flat().map((one): [string, string] => [name, String(one)]),
      ),
  );
  return query.size === 0 ? address : `${address}?${query}`;
}

function curl(entry: Entry, parameters: readonly OpenApiParameter[]): string {
  const { method, operation } = entry;
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$POSTROAD_URL${addressOf(entry, parameters)}"`,
  ];
  if (operation.security?.length !== 0) lines.push('-H "Authorization: Bearer $POSTROAD_TOKEN"');
  const example = operation.requestBody?.content['application/json'].example;
  if (example !== undefined) {
    lines.push('-H "Content-Type: application/json"', `-d ${quoted(json(example))}`);
  }
  return lines.join(' \\\n  ');
}

function parameterRow({
  name,
  required,
  description,
  schema,
  example,
  ...of
}: OpenApiParameter): Row {
  const text = example === undefined ? '' : [example].flat().join(',');
  const shown = example === undefined ? '' : ` data-example="${escapeHtml(text)}"`;
  return {
    ...{ name, text: description ?? '' },
    kind: `${of.in}, ${kindOf(schema)}${required ? ', required' : ''}`,
    attributes: ` data-in="${of.in}"${shown}`,
  };
}

/** What the forms of a page's script need of an operation; nothing of those without a token. */
function triedBy({ operation, path, method }: Entry): string {
  const name = operationNames.find((one) => one === operation.operationId);
  if (name === undefined) return '';
  const names = (operation['x-operations'] ?? [name]) as OperationName[];
  const safeties = names.map((one) => operationNamed(one).safety);
  const asks =
    safeties.some((one) => one === 'remove' || one === 'send') || names.some(asksSometimes);
  const does = safeties.every((one) => one === 'read') ? 'read' : asks ? 'ask' : 'write';
  return ` data-method="${method}" data-path="${escapeHtml(path)}" data-does="${does}"`;
}

function answersOf({ operation }: Entry, tables: SchemaTables): string {
  const answers = Object.entries(operation.responses).flatMap(([status, response]) => {
    const { description, content = {} } = response as {
      description: string;
      content?: Record<string, Content>;
    };
    const found = content['application/json'];
    if (found === undefined) return [];
    const title = `Answer ${status} ${description}`;
    const example = found.example === undefined ? '' : pre(json(found.example), 'answer');
    return [
      { example, title, fields: tables.ofAnswer(title, found.schema, operation.operationId) },
    ];
  });
  return answers
    .map(
      ({ example, title, fields }) =>
        (example === '' ? '' : `<h4>${escapeHtml(title)}: example</h4>${example}`) + fields,
    )
    .join('');
}

/** What a caller needs; the document itself asks for a token where an operation says nothing. */
function needs({ operation: { security } }: Entry): string {
  if (security?.length === 0) return 'Needs no token';
  const scope = security?.[0]?.token?.[0];
  if (scope === undefined) return 'Needs a token';
  return `Needs the scope <a href="#scopes"><code>${escapeHtml(scope)}</code></a>`;
}

function refusals({ operation }: Entry): string {
  const statuses = Object.keys(operation.responses).filter((status) => /^[45]/.test(status));
  if (statuses.length === 0) return '';
  return `<p class="quiet">Refused with ${statuses.join(', ')} (<a href="#errors">errors</a>)</p>`;
}

function section(entry: Entry, document: OpenApiDocument, tables: SchemaTables): string {
  const { path, method, operation } = entry;
  const { operationId: name, summary, requestBody } = operation;
  const { schema: body, example } = requestBody?.content['application/json'] ?? {};
  const parameters = parametersOf(entry, document);
  const names = (operation['x-operations'] ?? [name]).map(
    (one) => `<code>${escapeHtml(one)}</code>`,
  );
  return [
    `<details class="operation" data-find="${escapeHtml(name)}" data-heading="${escapeHtml(`${method} ${path}`)}"${triedBy(entry)}>`,
    `<summary><h3><b class="method ${method.toLowerCase()}">${method}</b> <code>${escapeHtml(path)}</code></h3>`,
    `<p class="about">${escapeHtml(summary)}</p></summary>`,
    // The anchor is inside, so that a link to it opens the part without a script.
    `<div class="body" id="${escapeHtml(name)}"><p class="quiet">${names.join(' or ')} · ${needs(entry)}</p>`,
    pre(curl(entry, parameters), 'curl'),
    table('Parameters', parameters.map(parameterRow)),
    example === undefined ? '' : `<h4>Body: example</h4>${pre(json(example), 'body-example')}`,
    body ? tables.ofBody('Body', body) : '',
    answersOf(entry, tables),
    refusals(entry),
    '</div></details>',
  ].join('');
}

const link = (href: string, text: string) =>
  `<li><a href="#${escapeHtml(href)}">${escapeHtml(text)}</a></li>`;

/** The OpenAPI document as one page, which is whole without scripts. */
export function referencePage(document: OpenApiDocument): string {
  const about = guidePage(introduction, (href) => href);
  const groups = [...byNoun(document)];
  const tables = new SchemaTables();
  const headings = about.html.split('<h2 id="').slice(1);
  const begin = headings.map((part) => {
    const [id, text] = part.slice(0, part.indexOf('</h2>')).split('">');
    return `<li><a href="#${id}">${text}</a></li>`;
  });
  const list = [
    `<p class="group">For every operation</p><ul>${begin.join('')}</ul>`,
    `<p class="group">Operations</p><ul>${groups.map(([name]) => link(name, inWords(name))).join('')}</ul>`,
  ];
  const sections = groups.map(([name, entries]) => {
    const all = entries.map((entry) => section(entry, document, tables)).join('\n');
    return `<section aria-labelledby="${escapeHtml(name)}"><h2 id="${escapeHtml(name)}">${escapeHtml(inWords(name))}</h2>${all}</section>`;
  });
  return pageShell({
    title: about.title,
    assets: 'docs/guide/',
    more: 'reference',
    brand: { name: about.title, href: 'docs' },
    search: { label: 'Search operations and fields', index: null },
    list: { label: 'Parts of the reference', all: 'All parts', html: list.join('') },
    main: [`<h1>${escapeHtml(about.title)}</h1>${about.html}`, ...sections],
  });
}
