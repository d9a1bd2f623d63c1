import type { RecordChange } from '@postroad/core/platform/change-set';
import type { Operation } from '@postroad/core/platform/operations/operation';
import type { Act } from '@postroad/store/account/change';
import type { CallName } from '@postroad/store/platform/connection/database';
import { actorKind } from '../../platform/actor.ts';
import type { InvokeOptions } from '../service.ts';
import { isAuthored } from './authored-views.ts';

/** A call as the history names it. */
export function callName(
  name: string,
  { ingest }: Pick<Operation, 'ingest'>,
  { actor, surface = 'http' }: InvokeOptions,
): CallName {
  return {
    operation: name,
    surface,
    actor_kind: actorKind(actor),
    actor_name: actor.name,
    ...(ingest ? { ingest } : {}),
  };
}

type Named = Record<string, { name?: unknown; key?: unknown } | undefined>;

/** Names that may stay; nothing of a person may stay in the history (HIST-05). */
const named: ReadonlySet<string> = new Set(['tokens', 'tags']);

/**
 * What a call leaves beside the changes of authored records, which triggers write. A call on authored
 * records that changed none leaves something only where it adds or sends, as a kept version or draft
 * does, or where what it changes is not shown.
 */
export function actOf(
  { resource, id, action }: RecordChange,
  { safety, scope, ingest, unshown }: Pick<Operation, 'safety' | 'scope' | 'ingest' | 'unshown'>,
  output: object,
): Act | null {
  if (ingest) return null;
  const authored =
    isAuthored(resource) || resource === 'sequence_steps' || resource === 'definitions';
  const keepsMore = safety === 'add' || safety === 'send' || scope === 'draft' || unshown === true;
  if (authored && !keepsMore) return null;
  const record = (output as Named)[resource.replace(/s$/, '')];
  const shown = record?.name ?? record?.key;
  return {
    resource,
    recordId: typeof id === 'number' ? id : null,
    recordKey: typeof id === 'string' && authored ? id : null,
    recordName: typeof shown === 'string' && (authored || named.has(resource)) ? shown : null,
    action: authored ? 'done' : action,
    elseOnly: authored,
  };
}
