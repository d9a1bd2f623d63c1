import type {
  OperationName,
  OperationOutput,
  OperationRequest,
} from '@postroad/core/catalog/catalog';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { problemText } from '../platform/call.ts';
import { say } from '../platform/toasts.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { asksFirst, mayCall, outlineNamed } from './contracts.ts';
import { perform } from './perform.ts';

interface ActionProps<Name extends OperationName> {
  name: Name;
  input: OperationRequest<Name>;
  children: ComponentChildren;
  /** Says what it is about, where the button alone does not. */
  label?: string;
  class?: string;
  /** Shows what it would do first, also where it could be undone. */
  asks?: boolean;
  disabled?: boolean;
  /** Makes what it is about ready; where that fails nothing is asked. */
  before?: () => Promise<boolean>;
  /** What the record was on display: a change since then refuses the write. */
  ifRevision?: number;
  /** What was refused, where the screen shows it; else it is said in passing. */
  onRefused?: (error: unknown) => void;
  onDone?: (output: OperationOutput<Name>) => void;
}

/** A write with given arguments, at once or after its dry run; nothing for a token that may not. */
export function ActionButton<Name extends OperationName>(props: ActionProps<Name>) {
  const {
    name,
    input,
    children,
    label,
    class: look = '',
    before,
    ifRevision,
    onRefused,
    onDone,
  } = props;
  const asks = props.asks ?? asksFirst(name);
  // What was on display when it was asked: a dialog says nothing of what came later.
  const [asked, setAsked] = useState<{ revision: number | undefined } | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (!mayCall(name)) return null;
  const run = async (revision: number | undefined) => {
    setBusy(true);
    try {
      const options = revision === undefined ? {} : { ifRevision: [revision] };
      const output = await perform(name, input, options);
      onDone?.(output);
    } catch (error) {
      if (onRefused !== undefined) onRefused(error);
      else say(problemText(error));
    } finally {
      setBusy(false);
    }
  };
  const begin = async () => {
    if (before !== undefined && !(await before())) return;
    if (asks) setAsked({ revision: ifRevision });
    else void run(ifRevision);
  };
  const tone = outlineNamed(name).safety === 'remove' ? 'danger' : '';
  return (
    <>
      <button
        type="button"
        class={`button ${tone} ${look}`}
        aria-label={label}
        disabled={props.disabled}
        aria-disabled={isBusy}
        onClick={() => {
          if (!isBusy) void begin();
        }}
      >
        {children}
      </button>
      {asked !== null && (
        <ConfirmDialog
          name={name}
          input={input as Record<string, unknown>}
          submit={typeof children === 'string' ? children : undefined}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            void run(asked.revision);
          }}
        />
      )}
    </>
  );
}
