/** The kind of a resource; the variable part of its URI identifies the record. */
export type ResourceKind =
  | 'schema'
  | 'flow'
  | 'flow_diagram'
  | 'email'
  | 'email_html'
  | 'theme'
  | 'definition';

export interface ResourceTemplateText {
  kind: ResourceKind;
  /** RFC 6570. */
  uriTemplate: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  /** The variable in `uriTemplate`. */
  variable: string;
}

/** Every kind of resource, in listing order (mcp.md §5). */
export const resourceTemplates: readonly ResourceTemplateText[] = [
  {
    kind: 'schema',
    uriTemplate: 'postroad://schema/{topic}',
    name: 'schema',
    title: 'Schema',
    description:
      'The live vocabulary, rules and an example for one topic, as from describe_schema.',
    mimeType: 'application/json',
    variable: 'topic',
  },
  {
    kind: 'flow',
    uriTemplate: 'postroad://flows/{key}',
    name: 'flow',
    title: 'Flow',
    description: 'One flow: definition, steps, people inside, validation.',
    mimeType: 'application/json',
    variable: 'key',
  },
  {
    kind: 'flow_diagram',
    uriTemplate: 'postroad://flows/{key}/diagram',
    name: 'flow-diagram',
    title: 'Diagram of a flow',
    description: 'One flow as a Mermaid flowchart.',
    mimeType: 'text/vnd.mermaid',
    variable: 'key',
  },
  {
    kind: 'email',
    uriTemplate: 'postroad://emails/{id}',
    name: 'email',
    title: 'Email',
    description: 'One email with its markdown body and what uses it.',
    mimeType: 'application/json',
    variable: 'id',
  },
  {
    kind: 'email_html',
    uriTemplate: 'postroad://emails/{id}/html',
    name: 'email-html',
    title: 'Email as HTML',
    description: 'One email as the preview person would get it.',
    mimeType: 'text/html',
    variable: 'id',
  },
  {
    kind: 'theme',
    uriTemplate: 'postroad://themes/{key}',
    name: 'theme',
    title: 'Theme',
    description: 'One theme with every variable resolved.',
    mimeType: 'application/json',
    variable: 'key',
  },
  {
    kind: 'definition',
    uriTemplate: 'postroad://definitions/{+path}',
    name: 'definition',
    title: 'Definition file',
    description: 'One definition file, as from pull_definitions.',
    mimeType: 'text/plain',
    variable: 'path',
  },
];

export interface ResourceAddress {
  kind: ResourceKind;
  /** Decoded: a key, an id, a topic or a path. */
  of: string;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** An email is read by its id alone, so no other address of one is a resource. */
function matcherOf({ uriTemplate }: ResourceTemplateText): RegExp {
  const literal = uriTemplate.replace(/[.?]/g, '\\$&').replace('{id}', '([1-9]\\d{0,14})');
  return new RegExp(`^${literal.replace(/\{\+\w+\}/, '(.+)').replace(/\{\w+\}/, '([^/]+)')}$`);
}

const matchers = resourceTemplates.map((template) => [template.kind, matcherOf(template)] as const);

/** Parses the URI of a resource; null if it is not ours. */
export function readResourceUri(uri: string): ResourceAddress | null {
  for (const [kind, matcher] of matchers) {
    const part = matcher.exec(uri)?.[1];
    const of = part === undefined ? null : decoded(part);
    if (of !== null) return { kind, of };
  }
  return null;
}

/** Builds the URI of one resource. */
export function resourceUri(kind: ResourceKind, of: string | number): string {
  const template = resourceTemplates.find((entry) => entry.kind === kind)?.uriTemplate ?? '';
  const path = template.includes('{+');
  const text = path
    ? String(of).split('/').map(encodeURIComponent).join('/')
    : encodeURIComponent(of);
  return template.replace(/\{\+?\w+\}/, () => text);
}
