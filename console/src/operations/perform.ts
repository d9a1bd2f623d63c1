import type {
  OperationName,
  OperationOutput,
  OperationRequest,
} from '@postroad/core/catalog/catalog';
import { isObject } from '@postroad/core/platform/json';
import { isWrite, pathParameters } from '@postroad/core/platform/operations/operation';
import { call, problemCode, problemText } from '../platform/call.ts';
import { invalidateAll } from '../platform/reads.ts';
import { session } from '../platform/session.ts';
import { say } from '../platform/toasts.tsx';
import { t } from '../platform/words.ts';
import { outlineNamed } from './contracts.ts';

type Change = OperationOutput<'list_changes'>['changes'][number];

/** Writes a record back as it was before a change, and says what became of it. */
export async function revert(changeId: number): Promise<void> {
  try {
    await call('revert_change', { change_id: changeId });
    say(t('state.undone'));
    invalidateAll();
  } catch (error) {
    const isLater = problemCode(error) === 'changed_since';
    say(isLater ? t('state.changedSince') : problemText(error));
  }
}

/** The newest change; a write that follows leaves one with a greater id. */
async function newestChange(): Promise<number> {
  const { changes } = await call('list_changes', { limit: 1, fields: ['id'] });
  return changes[0]?.id ?? 0;
}

/** The record that a write was about, as far as the call says. */
interface Written {
  names: ReadonlySet<string>;
  revision: number | null;
}

function writtenBy(name: OperationName, input: object, output: object): Written {
  const given = input as Record<string, unknown>;
  const record = Object.values(output).find(isObject);
  const own = record?.id === undefined ? undefined : record;
  const names = [
    ...pathParameters(outlineNamed(name).path).map((parameter) => given[parameter]),
    ...[own?.id, own?.key],
  ];
  const revision = own?.revision;
  return {
    names: new Set(names.filter((one) => one !== undefined).map(String)),
    revision: typeof revision === 'number' ? revision : null,
  };
}

/** Whether a change is of this record: another browser of the same token may have written one too. */
function isOf(
  { names, revision }: Written,
  change: Pick<Change, 'record_id' | 'record_key' | 'revision'>,
) {
  if (revision !== null && change.revision !== revision) return false;
  return (
    names.size === 0 || names.has(String(change.record_id)) || names.has(change.record_key ?? '')
  );
}

/** Whether a change can be taken back: what has left cannot be called back. */
async function canRevert(changeId: number): Promise<boolean> {
  return await call('revert_change', { change_id: changeId }, { dryRun: true }).then(
    () => true,
    () => false,
  );
}

/**
 * Says that a write was done, and offers to undo it where it left a change of its own (CON-13).
 * `since` is the newest change before it.
 */
async function sayDone(name: OperationName, since: number, written: Written): Promise<void> {
  const { changes } = await call('list_changes', { limit: 20 }).catch(() => ({ changes: [] }));
  // Of this person alone: to undo what a colleague did at the same time would be worse than no button.
  const own = changes.find(
    ({ id, operation, surface, actor, ...of }) =>
      id > since &&
      isOf(written, of) &&
      operation === name &&
      surface === 'console' &&
      actor.name === session.value?.name,
  );
  const { safety } = outlineNamed(name);
  // The profile and the settings have no id, and take more than a token that writes to be undone.
  const isSingle = own?.resource === 'profile' || own?.resource === 'settings';
  const isKept = own?.revert === 'at_once';
  const canUndo = isKept && ((safety !== 'send' && !isSingle) || (await canRevert(own.id)));
  const undo = canUndo ? () => void revert(own.id) : null;
  say(safety === 'replace' || safety === 'add' ? t('state.saved') : t('state.done'), undo);
}

/**
 * Calls an operation; a write says that it is done, offers to undo it, and has everything on display
 * read again. Throws what `call` throws.
 */
export async function perform<Name extends OperationName>(
  name: Name,
  input: OperationRequest<Name>,
  options: { ifRevision?: readonly number[] | undefined } = {},
): Promise<OperationOutput<Name>> {
  if (!isWrite(outlineNamed(name))) return call(name, input);
  const since = await newestChange();
  const output = await call(name, input, options);
  invalidateAll();
  void sayDone(name, since, writtenBy(name, input, output));
  return output;
}
