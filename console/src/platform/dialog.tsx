import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  class?: string;
  /** Hides the title from sight, where the content says it. */
  bare?: boolean;
  /** Stays open until its owner takes it away. */
  isFirm?: boolean;
}

/** A click beside the dialog closes it, where the browser knows how. */
const lightDismiss = { closedby: 'any' } as const;

const noDismiss = { closedby: 'none' } as const;

/** A modal dialog; the browser keeps the focus in it, and Escape closes it unless it is firm. */
export function Dialog({ title, onClose, children, class: name, ...of }: DialogProps) {
  const { bare = false, isFirm = false } = of;
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const dialog = ref.current;
    dialog?.showModal();
    return () => {
      // What is behind an open dialog takes no focus. Its owner has closed it already.
      dialog?.addEventListener('close', (event) => event.stopImmediatePropagation(), true);
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      class={name}
      aria-labelledby={heading}
      onCancel={(event) => isFirm && event.preventDefault()}
      onClose={() => (isFirm ? ref.current?.showModal() : onClose())}
      {...(isFirm ? noDismiss : lightDismiss)}
    >
      {bare ? (
        <>
          <h2 id={heading} class="sr">
            {title}
          </h2>
          {children}
        </>
      ) : (
        <div class="dialog-body">
          <h2 id={heading}>{title}</h2>
          {children}
        </div>
      )}
    </dialog>
  );
}
