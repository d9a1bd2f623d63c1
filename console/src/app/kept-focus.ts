import { focusHeading } from '../platform/screen.tsx';

/**
 * Puts the focus at the heading where what had it goes away or is switched off, such as a button whose act
 * is done: the browser would drop it, and who listens to the screen would be nowhere (CON-19).
 */
export function keepFocus(root: HTMLElement): void {
  let held: Element | null = null;
  const isLost = (element: Element) => !element.isConnected || element.matches(':disabled');
  root.addEventListener('focusin', ({ target }) => {
    held = target instanceof Element ? target : null;
  });
  root.addEventListener('focusout', ({ target }) => {
    // Somebody who clicks beside everything leaves it; what is taken away is still to be replaced.
    queueMicrotask(() => {
      if (held === target && held !== null && !isLost(held)) held = null;
    });
  });
  new MutationObserver(() => {
    if (held === null || document.activeElement !== document.body || !isLost(held)) return;
    held = null;
    focusHeading();
  }).observe(root, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}
