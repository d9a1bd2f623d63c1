import { Conflict, currentIn } from '../operations/conflict.tsx';
import type { FieldSpec } from '../operations/fields.ts';
import { Problem } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';
import type { WorkingCopy } from './working-copy.ts';

const definitionField: FieldSpec = {
  ...{ name: 'definition', kind: 'json', required: true, nullable: false, numeric: false },
  ...{ description: null, choices: [], maxLength: null },
};

interface FlowConflictProps {
  error: unknown;
  copy: WorkingCopy;
  /** Continues with the edits made here, or with what others saved; undoing brings back the other. */
  onGoOn: (keepsMine: boolean) => void;
}

/** Edits of a flow that met another's: both sides, of which neither is lost (CON-11, CON-12). */
export function FlowConflict({ error, copy, onGoOn }: FlowConflictProps) {
  if (currentIn(error) !== null) {
    return (
      <Conflict
        error={error}
        fields={[definitionField]}
        mine={{ definition: JSON.stringify(copy.definition, null, 2) }}
        onMerge={(_, kept) => onGoOn(kept.definition !== undefined)}
      />
    );
  }
  return (
    <>
      <Problem error={error} />
      <p class="row">
        <button type="button" class="button" onClick={() => onGoOn(true)}>
          {t('conflict.keepMine')}
        </button>
        <button type="button" class="button" onClick={() => onGoOn(false)}>
          {t('canvas.takeSaved')}
        </button>
      </p>
    </>
  );
}
