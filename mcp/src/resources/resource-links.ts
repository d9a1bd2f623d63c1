import type { CallToolResult } from '@modelcontextprotocol/server';
import { type ResourceKind, resourceTemplates, resourceUri } from './resource-uri.ts';

type ResourceLink = Extract<CallToolResult['content'][number], { type: 'resource_link' }>;

interface Linked {
  /** The member of an answer that holds a record, and the record's member that identifies it. */
  record: string;
  address: string;
  /** Resources with content that the answer does not have. */
  related: readonly ResourceKind[];
  /** The resource with the complete record, for an answer that was cut: resources never are. */
  complete: ResourceKind;
}

const linked: readonly Linked[] = [
  { record: 'flow', address: 'key', related: ['flow_diagram'], complete: 'flow' },
  { record: 'email', address: 'id', related: ['email_html'], complete: 'email' },
  { record: 'theme', address: 'key', related: [], complete: 'theme' },
];

function linkTo(kind: ResourceKind, of: string | number): ResourceLink[] {
  return resourceTemplates
    .filter((template) => template.kind === kind)
    .map(({ name, title, mimeType }) => {
      return { type: 'resource_link', uri: resourceUri(kind, of), name, title, mimeType };
    });
}

/**
 * Links to the resources of the record in an answer; none on a dry run, whose record may not exist.
 */
export function resourceLinks(answer: object): ResourceLink[] {
  const members = answer as Record<string, unknown>;
  if (members.dry_run === true) return [];
  return linked.flatMap(({ record, address, related, complete }) => {
    const of = (members[record] as Record<string, unknown> | null | undefined)?.[address];
    if (typeof of !== 'string' && typeof of !== 'number') return [];
    const kinds = 'cuts' in members ? [complete, ...related] : related;
    return kinds.flatMap((kind) => linkTo(kind, of));
  });
}
