import { signal } from '@preact/signals';
import { t } from './words.ts';

interface Toast {
  id: number;
  text: string;
  undo: (() => void) | null;
}

const toasts = signal<readonly Toast[]>([]);
let last = 0;

/** How long a toast stays, in milliseconds; one that offers to undo stays longer. */
const shownMs = { plain: 5_000, undo: 12_000 };

function drop(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Says for a while what was done, and offers to undo it. */
export function say(text: string, undo: (() => void) | null = null): void {
  last += 1;
  const id = last;
  // One undo at a time: of several nobody could tell which takes back what.
  const others = toasts.value.filter((toast) => toast.undo === null).slice(-2);
  toasts.value = [...others, { id, text, undo }];
  setTimeout(() => drop(id), undo === null ? shownMs.plain : shownMs.undo);
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, undo }) => (
        <div class="toast" key={id}>
          <span>{text}</span>
          {undo && (
            <button
              type="button"
              onClick={() => {
                drop(id);
                undo();
              }}
            >
              {t('action.undo')}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
