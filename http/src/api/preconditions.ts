import type { Operation } from '@postroad/core/platform/operations/operation';
import { isWhole, revisionIn, takesRevision } from '@postroad/core/platform/operations/revised';
import type { ExpectedRevision } from '@postroad/core/platform/operations/revised-resources';
import { invalid } from '@postroad/core/platform/refusal';

/** One member of a list of entity tags (RFC 9110 §8.8.3, §5.6.1); members may be empty. */
const member = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y;

interface EntityTag {
  weak: boolean;
  /** Null for a tag that no record has. */
  revision: number | null;
}

/** Null for a text that is no list of entity tags. */
function parseTags(text: string): EntityTag[] | null {
  const tags: EntityTag[] = [];
  let at = 0;
  while (at < text.length) {
    member.lastIndex = at;
    const match = member.exec(text);
    if (!match) return null;
    at = member.lastIndex;
    const [, weak, opaque] = match;
    if (opaque === undefined) continue;
    const revision = /^(?:0|[1-9]\d{0,14})$/.test(opaque) ? Number(opaque) : null;
    tags.push({ weak: weak !== undefined, revision });
  }
  return tags.length === 0 ? null : tags;
}

/**
 * The revisions that `If-Match` names. Weak tags match nothing (RFC 9110 §13.1.1). Throws a 422 for
 * what is no list of tags, and where the operation changes no record with a revision.
 */
export function readIfMatch(
  operation: Operation,
  header: string | undefined,
): ExpectedRevision | undefined {
  if (header === undefined || operation.safety === 'read') return undefined;
  const path = 'If-Match';
  if (!takesRevision(operation)) {
    const message = 'This operation changes no record that has a revision. Leave If-Match out.';
    throw invalid([{ path, code: 'key_unknown', message }]);
  }
  if (header.trim() === '*') return 'any';
  const tags = parseTags(header);
  if (tags === null) {
    const message = 'If-Match takes the ETag of the record, its revision in quotes, such as "5".';
    throw invalid([{ path, code: 'value_invalid', message }]);
  }
  return tags.flatMap(({ weak, revision }) => (weak || revision === null ? [] : [revision]));
}

/** The header `ETag` of an answer that shows a record with a revision. */
export function entityTag(operation: Operation, output: object): string | null {
  const revision = revisionIn(operation, output);
  return revision === null ? null : `"${revision}"`;
}

/** Whether a read need not be answered again: weak comparison (RFC 9110 §13.1.2). */
export function isNotModified(
  operation: Operation,
  header: string | undefined,
  output: object,
): boolean {
  const revision = header === undefined ? null : revisionIn(operation, output);
  if (header === undefined || revision === null || operation.safety !== 'read') return false;
  if (!isWhole(operation)) return false;
  // The revision says nothing of records that are answered beside the one that was asked for.
  if ('expanded' in output) return false;
  return (
    header.trim() === '*' || (parseTags(header) ?? []).some((tag) => tag.revision === revision)
  );
}
