import { useState } from 'preact/hooks';
import { Dialog } from '../platform/dialog.tsx';
import { session, signOut } from '../platform/session.ts';
import { say } from '../platform/toasts.tsx';
import { language, languages, t, useLanguage, wordsUnder } from '../platform/words.ts';

async function leave(everywhere: boolean): Promise<void> {
  const problem = await signOut({ everywhere });
  if (problem !== null) say(problem);
}

/** Who is signed in, the language, and the ways out. */
export function SessionMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const current = session.value;
  if (!current) return null;
  return (
    <>
      <button type="button" class="button quiet wide" onClick={() => setOpen(true)}>
        {t('session.menu', { name: current.name })}
      </button>
      {isOpen && (
        <Dialog title={t('session.as', { name: current.name })} onClose={() => setOpen(false)}>
          <p class="quiet-text">
            {t('session.scopes', {
              scopes: current.scopes
                .map((scope) => wordsUnder(`value.scope.${scope}`) ?? scope)
                .join(', '),
            })}
          </p>
          <div class="field">
            <label for="session-language">{t('session.language')}</label>
            <select
              id="session-language"
              class="input"
              value={language.value}
              onChange={({ currentTarget }) =>
                void useLanguage(currentTarget.value, { keep: true })
              }
            >
              {Object.entries(languages).map(([code, name]) => (
                <option value={code} key={code} lang={code}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <div class="row">
            <button
              type="button"
              class="button"
              onClick={() => {
                setOpen(false);
                onShortcuts();
              }}
            >
              {t('session.shortcuts')}
            </button>
            <a class="button" href="/docs" target="_blank" rel="noreferrer">
              {t('session.docs')}
            </a>
          </div>
          <div class="form-foot">
            <button type="button" class="button" onClick={() => void leave(false)}>
              {t('session.out')}
            </button>
            <button type="button" class="button danger" onClick={() => void leave(true)}>
              {t('session.outEverywhere')}
            </button>
            <button type="button" class="button" onClick={() => setOpen(false)}>
              {t('action.close')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
