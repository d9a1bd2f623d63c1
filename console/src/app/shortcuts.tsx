import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../platform/dialog.tsx';
import { t } from '../platform/words.ts';
import { useGoing } from './leave-guard.tsx';
import { places } from './places.ts';

function isTyping(event: Event): boolean {
  // The editors are in shadow trees, outside of which the event has their host for a target.
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName))
  );
}

interface Shortcuts {
  onFind: () => void;
  onHelp: () => void;
}

/** `/` and Ctrl-K find anything, `?` lists the keys, g and a letter go to a screen (CON-19). */
export function useShortcuts({ onFind, onHelp }: Shortcuts): void {
  const go = useGoing();
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    let isGoing = false;
    const press = (event: KeyboardEvent) => {
      const isFind = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (isFind || (event.key === '/' && !isTyping(event))) {
        event.preventDefault();
        onFind();
        return;
      }
      if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('dialog[open]')) return;
      if (event.key === '?') {
        event.preventDefault();
        onHelp();
      } else if (isGoing) {
        const place = places.find(({ key }) => key === event.key);
        if (place) {
          event.preventDefault();
          latest.current(place.path);
        }
      }
      isGoing = event.key === 'g' && !isGoing;
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [onFind, onHelp]);
}

export function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl class="keys-list">
        <dt>
          <kbd>/</kbd> <kbd>{t('keys.control')}</kbd>+<kbd>K</kbd>
        </dt>
        <dd>{t('keys.find')}</dd>
        <dt>
          <kbd>?</kbd>
        </dt>
        <dd>{t('keys.help')}</dd>
        <dt>
          <kbd>Esc</kbd>
        </dt>
        <dd>{t('keys.close')}</dd>
        {places
          .filter(({ key }) => key !== undefined)
          .map(({ key, label, path }) => (
            <>
              <dt key={`${path}-key`}>
                <kbd>g</kbd> {t('keys.then')} <kbd>{key}</kbd>
              </dt>
              <dd key={path}>{t('keys.go', { screen: t(label) })}</dd>
            </>
          ))}
      </dl>
      <div class="form-foot">
        <button type="button" class="button" onClick={onClose}>
          {t('action.close')}
        </button>
      </div>
    </Dialog>
  );
}
