import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { announce } from './announce.tsx';
import { problemText } from './call.ts';
import { t } from './words.ts';

/** The list that a screen belongs to. */
export interface BackTo {
  address: string;
  label: string;
}

interface ScreenProps {
  title: string;
  /** Where one came from, above the heading. */
  back?: BackTo | undefined;
  lead?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** A screen: one heading, the title of the document, and word to assistive technology that it changed. */
export function Screen({ title, back, lead, actions, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Postroad`;
    announce(title);
  }, [title]);
  // As it appears: a moment later the focus may be in a field already.
  useLayoutEffect(() => {
    // A screen whose script came late takes the focus from nothing that is in use.
    if (document.querySelector('dialog[open]') === null) {
      heading.current?.focus({ preventScroll: true });
    }
  }, []);
  return (
    <>
      <div class="screen-head">
        <div>
          <h1 tabIndex={-1} ref={heading}>
            {title}
          </h1>
          {/* Shown above the heading, and behind it in the order of Tab, which begins there. */}
          {back && (
            <a class="back" href={back.address} aria-label={t('screen.back', { list: back.label })}>
              <span aria-hidden="true">←</span> {back.label}
            </a>
          )}
          {lead && <p class="lead">{lead}</p>}
        </div>
        {actions && <div class="row">{actions}</div>}
      </div>
      {children}
    </>
  );
}

/** Puts the focus at the heading, where the button that had it goes away. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

/** What could not be read or done, in the words of the service. */
export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  return (
    <div class="note bad" role="alert">
      <p>{problemText(error)}</p>
      {retry && (
        <p>
          <button type="button" class="button" onClick={retry}>
            {t('action.retry')}
          </button>
        </p>
      )}
    </div>
  );
}

export function Loading() {
  return <p class="quiet-text">{t('state.loading')}</p>;
}

interface EmptyProps {
  title: string;
  text: ComponentChildren;
  /** An example in a sentence. */
  example?: string;
  /** An example that one can type, in place of a sentence. */
  code?: string;
  action?: ComponentChildren;
}

/** What this would hold, one button, and one example (CON-23). */
export function Empty({ title, text, example, code, action }: EmptyProps) {
  return (
    <div class="card empty">
      <h2>{title}</h2>
      <p>{text}</p>
      {action}
      {(example ?? code) && (
        <figure class="empty-example">
          <figcaption>{t('list.example')}</figcaption>
          {code === undefined ? <p>{example}</p> : <pre>{code}</pre>}
        </figure>
      )}
    </div>
  );
}
