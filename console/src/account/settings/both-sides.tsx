import { isObject } from '@postroad/core/platform/json';
import { SidesTable } from '../../operations/conflict.tsx';
import { fieldWords } from '../../operations/field-words.ts';
import { Value } from '../../operations/record-view.tsx';
import { t } from '../../platform/words.ts';

type Values = Readonly<Record<string, unknown>>;

/** A setting as one side has it; rules and other nested ones as the JSON that they are. */
function Side({ name, value }: { name: string; value: unknown }) {
  const isNested = Array.isArray(value) ? value.some(isObject) : isObject(value);
  return isNested ? (
    <pre>{JSON.stringify(value, null, 2)}</pre>
  ) : (
    <Value name={name} value={value} />
  );
}

interface BothSidesProps {
  /** The settings that both changed. */
  names: readonly string[];
  theirs: Values;
  mine: Values;
  onTake: (name: string) => void;
}

/** What somebody else saved of the same settings, beside what is edited here (CON-11). */
export function BothSides({ names, theirs, mine, onTake }: BothSidesProps) {
  if (names.length === 0) return null;
  return (
    <div class="note warn" role="alert">
      <p>{t('settings.others', { names: names.map((name) => fieldWords(name)).join(', ') })}</p>
      <SidesTable
        rows={names.map((name) => ({
          name,
          label: fieldWords(name),
          theirs: <Side name={name} value={theirs[name]} />,
          mine: <Side name={name} value={mine[name]} />,
          action: (
            <button type="button" class="button" onClick={() => onTake(name)}>
              {t('conflict.takeTheirs')}
            </button>
          ),
        }))}
      />
    </div>
  );
}
