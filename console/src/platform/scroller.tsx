import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface ScrollerProps {
  /** What is in it, for a person who reaches it by keyboard. */
  label: string;
  class: string;
  children: ComponentChildren;
}

/** What may be larger than its place; then the keyboard reaches it too, and its keys scroll it. */
export function Scroller({ label, class: look, children }: ScrollerProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [isLarger, setLarger] = useState(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      setLarger(scrollWidth > clientWidth || scrollHeight > clientHeight);
    };
    const observer = new ResizeObserver(measure);
    for (const one of [element, ...element.children]) observer.observe(one);
    return () => observer.disconnect();
  }, []);
  const reached = isLarger ? { tabIndex: 0, role: 'region' as const, 'aria-label': label } : {};
  return (
    <div ref={ref} class={look} {...reached}>
      {children}
    </div>
  );
}
