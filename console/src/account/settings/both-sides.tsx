import { isObject } from '@postroad/core/platform/json';
import { fieldWords } from '../../operations/field-words.ts';
import { Value } from '../../operations/record-view.tsx';
import { Scroller } from '../../platform/scroller.tsx';
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
      <Scroller class="table-wrap" label={t('conflict.title')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('conflict.field')}</th>
              <th scope="col">{t('conflict.theirs')}</th>
              <th scope="col">{t('conflict.mine')}</th>
              <th scope="col">{t('list.actions')}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{fieldWords(name)}</th>
                <td>
                  <Side name={name} value={theirs[name]} />
                </td>
                <td>
                  <Side name={name} value={mine[name]} />
                </td>
                <td>
                  <button type="button" class="button" onClick={() => onTake(name)}>
                    {t('conflict.takeTheirs')}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </div>
  );
}
