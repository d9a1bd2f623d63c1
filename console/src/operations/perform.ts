import type {
  OperationName,
  OperationOutput,
  OperationRequest,
} from '@postroad/core/catalog/catalog';
import { isWrite } from '@postroad/core/platform/operations/operation';
import { call, problemText } from '../platform/call.ts';
import { invalidateAll } from '../platform/reads.ts';
import { session } from '../platform/session.ts';
import { say } from '../platform/toasts.tsx';
import { t } from '../platform/words.ts';
import { outlineNamed } from './contracts.ts';

/** Writes a record back as it was before a change, and says what became of it. */
export async function revert(changeId: number): Promise<void> {
  try {
    await call('revert_change', { change_id: changeId });
    say(t('state.undone'));
    invalidateAll();
  } catch (error) {
    say(problemText(error));
  }
}

/** The newest change; a write that follows leaves one with a greater id. */
async function newestChange(): Promise<number> {
  const { changes } = await call('list_changes', { limit: 1, fields: ['id'] });
  return changes[0]?.id ?? 0;
}

/**
 * Says that a write was done, and offers to undo it where it left a change of its own (CON-13).
 * `since` is the newest change before it.
 */
async function sayDone(name: OperationName, since: number): Promise<void> {
  const { changes } = await call('list_changes', { limit: 20 }).catch(() => ({ changes: [] }));
  // Of this person alone: to undo what a colleague did at the same time would be worse than no button.
  const own = changes.find(
    ({ id, operation, surface, actor }) =>
      id > since &&
      operation === name &&
      surface === 'console' &&
      actor.name === session.value?.name,
  );
  const undo =
    own?.revision === undefined || own.record_id === null ? null : () => void revert(own.id);
  const { safety } = outlineNamed(name);
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
  void sayDone(name, since);
  return output;
}
