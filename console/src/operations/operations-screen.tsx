import { useState } from 'preact/hooks';
import { Screen } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';
import type { WordKey } from '../words/en.ts';
import { nounWords, operationWords } from './catalog-words.ts';
import { mayCall, nouns, operationNames, outlineNamed } from './contracts.ts';
import { formAddress, nounAddress } from './record-address.ts';

/** Every operation of the catalog, by noun (CON-06). */
export function OperationsScreen() {
  const [wanted, setWanted] = useState('');
  const matching = operationNames.filter((name) => {
    const { summary, noun } = outlineNamed(name);
    return `${name} ${noun} ${summary} ${operationWords(name)}`
      .toLowerCase()
      .includes(wanted.trim().toLowerCase());
  });
  return (
    <Screen title={t('operations.title')} lead={t('operations.text')}>
      <div class="stack">
        <div class="field">
          <label for="operations-find">{t('operations.find')}</label>
          <input
            id="operations-find"
            type="search"
            value={wanted}
            onInput={({ currentTarget }) => setWanted(currentTarget.value)}
          />
        </div>
        <div class="operation-groups">
          {nouns
            .filter((noun) => matching.some((name) => outlineNamed(name).noun === noun))
            .map((noun) => (
              <section class="card" key={noun}>
                <h2>
                  <a href={nounAddress(noun)}>{nounWords(noun)}</a>
                </h2>
                <ul class="stack-tight">
                  {matching
                    .filter((name) => outlineNamed(name).noun === noun)
                    .map((name) => (
                      <li key={name}>
                        <a href={formAddress(name)}>{operationWords(name)}</a>{' '}
                        <span class="badge">
                          {t(`operations.${outlineNamed(name).safety}` as WordKey)}
                        </span>
                        {!mayCall(name) && (
                          <span class="small quiet-text"> {outlineNamed(name).scope}</span>
                        )}
                      </li>
                    ))}
                </ul>
              </section>
            ))}
        </div>
      </div>
    </Screen>
  );
}
