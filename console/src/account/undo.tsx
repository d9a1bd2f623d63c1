import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { Scope } from '@postroad/core/platform/operations/scope';
import { ActionButton } from '../operations/action-button.tsx';
import { changeWords } from '../operations/catalog-words.ts';
import { hasScope, isOperation, mayCall, outlineNamed } from '../operations/contracts.ts';
import { revert } from '../operations/perform.ts';
import { t } from '../platform/words.ts';

type Change = OperationOutput<'list_changes'>['changes'][number];

/** The scope that the service asks for to undo a change: that of the change itself, or more. */
function scopeOfUndo({ resource, operation, revert }: Change): Scope {
  if (resource === 'settings' || resource === 'profile') return 'admin';
  if (operation === null || !isOperation(operation) || operation === 'revert_change') {
    return 'write';
  }
  const { scope } = outlineNamed(operation);
  return revert === 'with_force' && scope === 'draft' ? 'write' : scope;
}

function mayRevert(change: Change): boolean {
  return mayCall('revert_change') && hasScope(scopeOfUndo(change));
}

/** Takes back the last change of a record; nothing beside one that was followed by another (CON-13). */
export function Undo({ change, class: look = '' }: { change: Change; class?: string }) {
  if (change.revert !== 'at_once' || !mayRevert(change)) return null;
  return (
    <button
      type="button"
      class={`button ${look}`}
      aria-label={`${t('action.undo')}: ${changeWords(change)}`}
      onClick={() => void revert(change.id)}
    >
      {t('action.undo')}
    </button>
  );
}

/** Puts a record back to what it was before an older change, over all that came later; asks first. */
export function PutBack({ change }: { change: Change }) {
  if (change.revert !== 'with_force' || !mayRevert(change)) return null;
  return (
    <ActionButton name="revert_change" input={{ change_id: change.id, force: true }} asks>
      {t('history.putBack')}
    </ActionButton>
  );
}
