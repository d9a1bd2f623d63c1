import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface TabsProps {
  label: string;
  children: ComponentChildren;
}

/**
 * A strip of links of which one is current. A narrow window shows a part of the strip, so the current
 * one is brought into it, at once: nothing moves that a person could see (CON-20).
 */
export function Tabs({ label, children }: TabsProps) {
  const strip = useRef<HTMLElement>(null);
  const shown = useRef('');
  useLayoutEffect(() => {
    const nav = strip.current;
    const current = nav?.querySelector<HTMLElement>('[aria-current]');
    if (!nav || !current) return;
    // Again only if the tab or the widths changed, so that counts do not undo a scroll of the person.
    const state = `${current.getAttribute('href')} ${nav.scrollWidth}`;
    if (shown.current === state) return;
    shown.current = state;
    const [outer, inner] = [nav.getBoundingClientRect(), current.getBoundingClientRect()];
    nav.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  });
  return (
    <nav class="tabs" aria-label={label} ref={strip}>
      {children}
    </nav>
  );
}
