import {
  authorizationPath,
  mailboxAfterSignIn,
  signInPath,
} from '@postroad/core/account/console-addresses';
import { isLoopbackHost } from '@postroad/core/platform/url';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../platform/dialog.tsx';
import { invalidateAll } from '../platform/reads.ts';
import { resumeSession, signIn } from '../platform/session.ts';
import { SubmitButton } from '../platform/submit-button.tsx';
import { t } from '../platform/words.ts';

/** The code of a link that signs in once; it is behind the # and is taken out of the address. */
function takeCode(): string | null {
  if (location.pathname !== signInPath || location.hash.length < 2) return null;
  const code = location.hash.slice(1);
  history.replaceState(null, '', '/');
  return code;
}

/** Leads from the address that signs in to where the person was on the way to, or to the start. */
export function leaveSignIn(): void {
  if (location.pathname !== signInPath) return;
  const mailbox = mailboxAfterSignIn(location.search);
  if (mailbox === null) history.replaceState(null, '', '/');
  else location.replace(mailbox);
}

interface TokenFormProps {
  token: string;
  setToken: (token: string) => void;
  problem: string | null;
  isTrying: boolean;
  onSubmit: () => void;
}

/** The field has the focus at once, since there is nothing else to do (CON-19). */
function TokenForm({ token, setToken, problem, isTrying, onSubmit }: TokenFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isTrying) onSubmit();
      }}
    >
      <div class="field">
        <label for="token">{t('signIn.token')}</label>
        <input
          ref={field}
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
        <SubmitButton isOff={isTrying}>{t('signIn.button')}</SubmitButton>
      </div>
    </form>
  );
}

async function tryToken(token: string): Promise<string | null> {
  const entered = token.trim();
  if (entered === '') return t('signIn.missing');
  return signIn({ token: entered }).catch(() => t('app.offline'));
}

/** The field and the button of who enters a token. */
function useTokenForm(isBegun = false) {
  const [isTrying, setTrying] = useState(isBegun);
  const [problem, setProblem] = useState<string | null>(null);
  const [token, setToken] = useState('');
  const submit = async (onSignedIn: () => void) => {
    setTrying(true);
    const detail = await tryToken(token);
    setTrying(false);
    setProblem(detail);
    if (detail === null) onSignedIn();
  };
  return { token, setToken, problem, setProblem, isTrying, setTrying, submit };
}

/** Asks for the token again over what is on display, where the session ended meanwhile (CON-14). */
export function SignInAgain() {
  const { submit, ...form } = useTokenForm();
  useEffect(() => {
    const look = () =>
      void resumeSession().then(
        (isBack) => isBack && invalidateAll(),
        () => undefined,
      );
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
  return (
    <Dialog title={t('signIn.title')} onClose={() => undefined} class="sign-in-again" isFirm>
      <p>{t('signIn.ended')}</p>
      <TokenForm {...form} onSubmit={() => void submit(invalidateAll)} />
    </Dialog>
  );
}

/**
 * One field and one button, or a link that signs in. Off the own machine the person presses a button for
 * that: scanners of mail open links too, and a link is good for once.
 */
export function SignIn() {
  const [code] = useState(takeCode);
  const isOwnLink = code !== null && isLoopbackHost(location.hostname.replace(/^\[|\]$/g, ''));
  const [isOffered, setOffered] = useState(code !== null && !isOwnLink);
  const { submit, ...form } = useTokenForm(isOwnLink);
  const { isTrying, setTrying, setProblem } = form;
  useEffect(() => {
    document.title = `${t('signIn.title')} · Postroad`;
    if (isOwnLink) void follow();
  }, []);
  async function follow() {
    if (code === null) return;
    setTrying(true);
    const detail = await signIn({ code }).catch(() => t('app.offline'));
    setTrying(false);
    setOffered(false);
    if (detail !== null) setProblem(t('signIn.linkFailed', { detail }));
  }
  return (
    <main class="sign-in">
      <div class="card stack">
        <h1>{t('signIn.title')}</h1>
        {location.pathname === authorizationPath && <p>{t('signIn.forApplication')}</p>}
        {isTrying && isOwnLink && <p role="status">{t('signIn.link')}</p>}
        {!isSecureContext && <p class="note warn">{t('signIn.insecure')}</p>}
        {isOffered ? (
          <>
            <p>{t('signIn.linkOffer')}</p>
            <div class="form-foot">
              <button
                type="button"
                class="button primary"
                disabled={isTrying}
                onClick={() => void follow()}
              >
                {t('signIn.button')}
              </button>
            </div>
          </>
        ) : (
          <TokenForm {...form} onSubmit={() => void submit(leaveSignIn)} />
        )}
      </div>
    </main>
  );
}
