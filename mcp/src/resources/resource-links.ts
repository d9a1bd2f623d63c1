import type { CallToolResult } from '@modelcontextprotocol/server';
import { type ResourceKind, resourceTemplates, resourceUri } from './resource-uri.ts';

type ResourceLink = Extract<CallToolResult['content'][number], { type: 'resource_link' }>;

interface Linked {
  /** Member of an answer that holds one record, and the member of that by which it is addressed. */
  record: string;
  address: string;
  /** What is not in the answer itself. */
  beside: readonly ResourceKind[];
  /** The answer again, for one that was shortened: resources never are. */
  whole: ResourceKind;
}

const linked: readonly Linked[] = [
  { record: 'flow', address: 'key', beside: ['flow_diagram'], whole: 'flow' },
  { record: 'email', address: 'id', beside: ['email_html'], whole: 'email' },
  { record: 'theme', address: 'key', beside: [], whole: 'theme' },
];

function linkTo(kind: ResourceKind, of: string | number): ResourceLink[] {
  return resourceTemplates
    .filter((template) => template.kind === kind)
    .map(({ name, title, mimeType }) => {
      return { type: 'resource_link', uri: resourceUri(kind, of), name, title, mimeType };
    });
}

/** Links to what a client can read of the record in an answer; none where it may not be there. */
export function resourceLinks(answer: object): ResourceLink[] {
  const members = answer as Record<string, unknown>;
  if (members.dry_run === true) return [];
  return linked.flatMap(({ record, address, beside, whole }) => {
    const of = (members[record] as Record<string, unknown> | null | undefined)?.[address];
    if (typeof of !== 'string' && typeof of !== 'number') return [];
    const kinds = 'truncated' in members ? [whole, ...beside] : beside;
    return kinds.flatMap((kind) => linkTo(kind, of));
  });
}
