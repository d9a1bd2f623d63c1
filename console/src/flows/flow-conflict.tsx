import { isObject } from '@postroad/core/platform/json';
import { Conflict, currentIn } from '../operations/conflict.tsx';
import type { FieldSpec } from '../operations/fields.ts';
import { Problem } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';
import { sideTexts } from './difference/side-texts.ts';
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
  const current = currentIn(error);
  if (current !== null) {
    const saved = isObject(current.definition) ? current.definition : {};
    const { theirs, mine } = sideTexts(saved, copy.definition);
    return (
      <Conflict
        error={error}
        fields={[definitionField]}
        mine={{ definition: mine }}
        theirs={{ definition: theirs }}
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
