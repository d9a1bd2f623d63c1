import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Dialog } from '../platform/dialog.tsx';
import { asksToLeave, leaving } from '../platform/unsaved.ts';
import { t } from '../platform/words.ts';

/** The link that a click follows in this window; null where the browser does something else with it. */
function linkFollowed(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) {
    return null;
  }
  const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
  const isHere = link?.origin === location.origin && /^(?:_self)?$/.test(link.target);
  return isHere && link.download === '' ? link : null;
}

const addressNow = () => location.pathname + location.search;

/** Asks before a link, or back and forward, lead away from edits that are not saved (CON-12). */
function useGuard(): void {
  const { url, route } = useLocation();
  const isPassing = useRef(false);
  const shown = useRef(url);
  shown.current = url;
  // Once, before the router listens: the listener that came first is asked first.
  useLayoutEffect(() => {
    const click = (event: MouseEvent) => {
      const link = linkFollowed(event);
      if (link === null) return;
      // The link itself may be gone when the answer comes.
      const { pathname, search, hash } = link;
      const go = () => route(pathname + search + hash);
      if (!asksToLeave(shown.current, pathname + search, go)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const pop = (event: PopStateEvent) => {
      if (isPassing.current) {
        isPassing.current = false;
        return;
      }
      const go = () => {
        isPassing.current = true;
        history.back();
      };
      if (!asksToLeave(shown.current, addressNow(), go)) return;
      event.stopImmediatePropagation();
      // The browser went already; where it went stays one step back.
      history.pushState(null, '', shown.current);
    };
    addEventListener('click', click, { capture: true });
    addEventListener('popstate', pop, { capture: true });
    return () => {
      removeEventListener('click', click, { capture: true });
      removeEventListener('popstate', pop, { capture: true });
    };
  }, []);
}

/** Goes to an address from a script, after a question where edits would be lost. */
export function useGoing(): (address: string) => void {
  const { url, route } = useLocation();
  return (address) => {
    if (!asksToLeave(url, address, () => route(address))) route(address);
  };
}

/** The question before edits are lost. */
export function LeaveGuard() {
  useGuard();
  if (leaving.value === null) return null;
  const { go, times } = leaving.value;
  // The browser tells late that a dialog was closed: another question may be asked by then.
  const stay = () => {
    if (leaving.value?.times === times) leaving.value = null;
  };
  return (
    <Dialog key={times} title={t('leave.title')} onClose={stay} class="leave">
      <p>{t('leave.text')}</p>
      <div class="form-foot">
        <button type="button" class="button primary" onClick={stay}>
          {t('leave.stay')}
        </button>
        <button
          type="button"
          class="button danger"
          onClick={() => {
            stay();
            go();
          }}
        >
          {t('leave.go')}
        </button>
      </div>
    </Dialog>
  );
}
