import { signal } from '@preact/signals';

const announced = signal('');

/** Tells assistive technology, such as that the screen changed. */
export function announce(text: string): void {
  announced.value = text;
}

export function Announcer() {
  return (
    <div class="sr" aria-live="polite">
      {announced.value}
    </div>
  );
}
