import { signInPath } from '@postroad/core/account/console-addresses';
import { useEffect, useState } from 'preact/hooks';
import { signIn } from '../platform/session.ts';
import { t } from '../platform/words.ts';

/** The code of a link that signs in once; it stands behind the # and is taken out of the address. */
function takeCode(): string | null {
  if (location.pathname !== signInPath || location.hash.length < 2) return null;
  const code = location.hash.slice(1);
  history.replaceState(null, '', '/');
  return code;
}

/** One field and one button, or a link that signs in by itself. */
export function SignIn() {
  const [code] = useState(takeCode);
  const [isTrying, setTrying] = useState(code !== null);
  const [problem, setProblem] = useState<string | null>(null);
  const [token, setToken] = useState('');
  useEffect(() => {
    document.title = `${t('signIn.title')} · Postroad`;
    if (code === null) return;
    signIn({ code }).then(
      (detail) => {
        setTrying(false);
        if (detail !== null) setProblem(t('signIn.linkFailed', { detail }));
      },
      () => {
        setTrying(false);
        setProblem(t('app.offline'));
      },
    );
  }, [code]);
  const submit = async () => {
    if (token.trim() === '') {
      setProblem(t('signIn.missing'));
      return;
    }
    setTrying(true);
    const detail = await signIn({ token: token.trim() }).catch(() => t('app.offline'));
    setTrying(false);
    setProblem(detail);
    if (detail === null && location.pathname === signInPath) history.replaceState(null, '', '/');
  };
  return (
    <main class="sign-in">
      <div class="card stack">
        <h1>{t('signIn.title')}</h1>
        {isTrying && code !== null && <p role="status">{t('signIn.link')}</p>}
        <form
          class="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <div class="field">
            <label for="token">{t('signIn.token')}</label>
            <input
              id="token"
              class="input"
              type="password"
              autocomplete="current-password"
              value={token}
              aria-describedby="token-hint token-fault"
              aria-invalid={problem !== null || undefined}
              onInput={({ currentTarget }) => setToken(currentTarget.value)}
            />
            <span class="hint" id="token-hint">
              {t('signIn.tokenHint')}
            </span>
            <span class="fault" id="token-fault" role="alert">
              {problem}
            </span>
          </div>
          <div class="form-foot">
            <button type="submit" class="button primary" disabled={isTrying}>
              {t('signIn.button')}
            </button>
          </div>
        </form>
      </div>
    </main>
  );
}
