import type { ComponentChildren } from 'preact';

interface Props {
  /** Whether there is nothing to submit, or what was submitted is under way. */
  isOff?: boolean;
  children: ComponentChildren;
}

/** Submits its form. Off it keeps the focus, which `disabled` would drop under who pressed it (CON-19). */
export function SubmitButton({ isOff = false, children }: Props) {
  return (
    <button
      type="submit"
      class="button primary"
      aria-disabled={isOff}
      onClick={(event) => {
        if (isOff) event.preventDefault();
      }}
    >
      {children}
    </button>
  );
}
