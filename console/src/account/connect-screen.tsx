import { grants, type Scope } from '@postroad/core/platform/operations/scope';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { ownText } from '../platform/sentences.ts';
import { session, signOut } from '../platform/session.ts';
import { shownTime } from '../platform/times.ts';
import { language, languages, t, useLanguage } from '../platform/words.ts';
import {
  type Consent,
  decideConsent,
  isFaultOfRequest,
  type RefusedConsent,
  readConsent,
} from './connect-call.ts';

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Languages, for somebody who sees no other page of the console. */
function Language() {
  return (
    <select
      class="input"
      aria-label={t('session.language')}
      value={language.value}
      onChange={({ currentTarget }) => void useLanguage(currentTarget.value, { keep: true })}
    >
      {Object.entries(languages).map(([code, name]) => (
        <option value={code} key={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  );
}

interface SheetProps {
  title: string;
  children: ComponentChildren;
}

function Sheet({ title, children }: SheetProps) {
  useEffect(() => {
    document.title = `${title} · Postroad`;
  }, [title]);
  return (
    <main class="sign-in connect">
      <div class="card stack">
        <h1>{title}</h1>
        {children}
        <div class="connect-foot">
          <span class="quiet-text">{t('session.as', { name: session.value?.name ?? '' })}</span>
          <button
            type="button"
            class="button quiet"
            onClick={() => void signOut({ everywhere: false })}
          >
            {t('connect.other')}
          </button>
          <Language />
        </div>
      </div>
    </main>
  );
}

/** Who asks, and where the answer goes: the two things that tell a right request from a trick. */
function Facts({ consent: { client, redirect, allowed_ips: addresses, ends_at: end } }: Given) {
  return (
    <>
      <dl class="facts">
        <dt>{t('connect.back')}</dt>
        <dd>
          <strong>{redirect.host}</strong>
        </dd>
        <dt>{t('connect.proof')}</dt>
        <dd>
          {client.proven_host === null
            ? t('connect.unproven')
            : t('connect.proven', { host: client.proven_host })}
        </dd>
        {end !== null && (
          <>
            <dt>{t('connect.until')}</dt>
            <dd>{t('connect.untilYours', { time: shownTime(end) })}</dd>
          </>
        )}
        {addresses.length > 0 && (
          <>
            <dt>{t('connect.from')}</dt>
            <dd>{addresses.join(', ')}</dd>
          </>
        )}
      </dl>
      <p class="note warn">
        {redirect.is_loopback
          ? t('connect.onlyLocal', { host: redirect.host })
          : t('connect.onlyYou', { host: redirect.host })}
      </p>
    </>
  );
}

interface Given {
  consent: Consent;
}

interface ChoiceProps {
  scope: Scope;
  isAsked: boolean;
  isTicked: boolean;
  /** Something else that is ticked allows it too. */
  isImplied: boolean;
  onTick: (isTicked: boolean) => void;
}

function Choice({ scope, isAsked, isTicked, isImplied, onTick }: ChoiceProps) {
  return (
    <label class="choice">
      <input
        type="checkbox"
        name={scope}
        checked={isTicked || isImplied}
        disabled={isImplied}
        onChange={({ currentTarget }) => onTick(currentTarget.checked)}
      />
      <span>
        {t(`connect.may.${scope}`)} <code>{scope}</code>
        {isAsked && <span class="quiet-text"> · {t('connect.asked')}</span>}
      </span>
    </label>
  );
}

/** What the application may do: what agents usually get first, the rest behind it. */
function Choices({ consent, ticked, onTick }: Given & TickProps) {
  const choiceOf = (scope: Scope) => (
    <Choice
      key={scope}
      scope={scope}
      isAsked={consent.asked.includes(scope) && !consent.ticked.includes(scope)}
      isImplied={ticked.some((other) => other !== scope && grants([other], scope))}
      isTicked={ticked.includes(scope)}
      onTick={(isTicked) => onTick(scope, isTicked)}
    />
  );
  const isFirst = (scope: Scope) =>
    scope === 'read' || scope === 'draft' || consent.asked.includes(scope);
  const more = consent.offered.filter((scope) => !isFirst(scope));
  return (
    <fieldset class="connect-scopes">
      <legend>{t('connect.may')}</legend>
      {consent.offered.filter(isFirst).map(choiceOf)}
      {more.length > 0 && (
        <details>
          <summary>{t('connect.more')}</summary>
          {more.map(choiceOf)}
        </details>
      )}
      {ticked.some((scope) => ['send', 'write', 'admin'].includes(scope)) && (
        <p class="note warn">{t('connect.wide')}</p>
      )}
    </fieldset>
  );
}

interface TickProps {
  ticked: readonly Scope[];
  onTick: (scope: Scope, isTicked: boolean) => void;
}

function Ask({ consent, onGone }: Given & { onGone: (to: string) => void }) {
  const id = useId();
  const [ticked, setTicked] = useState<readonly Scope[]>(consent.ticked);
  const [name, setName] = useState(consent.client.name);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const send = (allow: boolean) => {
    if (allow && ticked.length === 0) {
      setProblem(t('connect.nothing'));
      return;
    }
    setSending(true);
    setProblem(null);
    decideConsent(allow ? { allow, scopes: ticked, name } : { allow }).then(onGone, (error) => {
      setSending(false);
      setProblem(wordsOf(error));
    });
  };
  const account = session.value?.account.name;
  return (
    <Sheet title={t('connect.title', { name: consent.client.name })}>
      <p>{account ? t('connect.leadOf', { account }) : t('connect.lead')}</p>
      <Facts consent={consent} />
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send(true);
        }}
      >
        <Choices
          consent={consent}
          ticked={ticked}
          onTick={(scope, isTicked) => {
            const rest = ticked.filter((one) => one !== scope);
            setTicked(isTicked ? [...rest, scope] : rest);
          }}
        />
        <div class="field">
          <label for={`${id}-name`}>{t('connect.name')}</label>
          <input
            id={`${id}-name`}
            class="input"
            value={name}
            autocomplete="off"
            aria-describedby={`${id}-hint`}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <span class="hint" id={`${id}-hint`}>
            {t('connect.nameHint')}
          </span>
        </div>
        <p class="fault" role="alert">
          {problem}
        </p>
        <div class="form-foot">
          <button type="submit" class="button primary" disabled={isSending}>
            {t('connect.allow')}
          </button>
          <button type="button" class="button" disabled={isSending} onClick={() => send(false)}>
            {t('connect.refuse')}
          </button>
        </div>
      </form>
    </Sheet>
  );
}

/**
 * The page on which a person decides what an application may do for them (OAUTH-02). It has
 * no navigation: people are sent here for this alone.
 */
export function ConnectScreen() {
  const [asked, setAsked] = useState<Consent | RefusedConsent | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    readConsent().then(setAsked, setProblem);
  }, []);
  const go = (to: string) => {
    setGone(true);
    location.assign(to);
  };
  if (problem !== null) {
    return (
      <Sheet title={t('connect.failed')}>
        <p class="note bad">{wordsOf(problem)}</p>
        {isFaultOfRequest(problem) && <p>{t('connect.failedHint')}</p>}
      </Sheet>
    );
  }
  if (asked === null) return <p class="starting">{t('app.starting')}</p>;
  if (isGone) {
    return (
      <Sheet title={t('connect.gone')}>
        <p role="status">{t('connect.goneHint')}</p>
      </Sheet>
    );
  }
  if ('refused' in asked) {
    const { description, host, redirect_to: to } = asked.refused;
    return (
      <Sheet title={t('connect.failed')}>
        <p class="note bad">{ownText(description)}</p>
        <div class="form-foot">
          <button type="button" class="button" onClick={() => go(to)}>
            {t('connect.return', { host })}
          </button>
        </div>
      </Sheet>
    );
  }
  return <Ask consent={asked} onGone={go} />;
}
