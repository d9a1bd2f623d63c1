import type { OperationName, OperationRequest } from '@postroad/core/catalog/catalog';
import { useMemo, useState } from 'preact/hooks';
import { fieldProblems, problemCode } from '../platform/call.ts';
import { Loading, Problem } from '../platform/screen.tsx';
import { SubmitButton } from '../platform/submit-button.tsx';
import { useUnsaved } from '../platform/unsaved.ts';
import { t, tn } from '../platform/words.ts';
import { AlsoEditing } from './also-editing.tsx';
import { verbWords } from './catalog-words.ts';
import { sourceOf } from './choices/record-choice.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Conflict } from './conflict.tsx';
import { asksFirst, mayCall, outlineNamed, useSchemas } from './contracts.ts';
import { FieldInput } from './field-input.tsx';
import { fieldWords } from './field-words.ts';
import { type FieldSpec, fieldsOf, filledInput, textOf } from './fields.ts';
import { perform } from './perform.ts';
import { recordName } from './record-address.ts';
import { recordOf } from './rows.ts';

export interface FormProps {
  name: OperationName;
  /** Arguments that are given, such as those of the path; they are not asked. */
  given?: Readonly<Record<string, string>>;
  /** The record that a change begins with. */
  record?: Readonly<Record<string, unknown>> | undefined;
  /** The fields that are asked, where a few are enough. */
  only?: readonly string[];
  onDone: (output: object) => void;
  onCancel?: () => void;
  /** What the button says that sends it. */
  submit?: string;
  /** What the record is called that it is about, which the dialog says. */
  about?: string | null;
  /** What the button says that does it, after what it would do was shown. */
  confirm?: string;
}

type Texts = Readonly<Record<string, string>>;
type Input = Record<string, unknown>;

/** The most fields that a form shows at once; optional ones beyond are behind a disclosure. */
const shownAtOnce = 8;

/** What a form asks first: what is required, then what its contract names first. A key makes itself. */
function askedFirst(fields: readonly FieldSpec[]): FieldSpec[] {
  const required = fields.filter((field) => field.required);
  const others = fields.filter((field) => !field.required && field.name !== 'key');
  const shown = [...required, ...others].slice(0, Math.max(shownAtOnce, required.length));
  return fields.filter((field) => shown.includes(field));
}

function textsOf(fields: readonly FieldSpec[], record: FormProps['record']): Texts {
  if (record === undefined) return {};
  return Object.fromEntries(fields.map((field) => [field.name, textOf(field, record[field.name])]));
}

/** The faults of the answer that belong to a field, by its name. */
function faultsIn(error: unknown, fields: readonly FieldSpec[]): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const { path, message } of fieldProblems(error)) {
    const top = path.split(/[.[]/)[0] ?? '';
    if (fields.some(({ name }) => name === top)) faults[top] ??= message;
  }
  return faults;
}

const revisionOf = (record: FormProps['record']) => Number(record?.revision ?? 0);

function useForm({ name, given = {}, record, onDone }: FormProps, fields: readonly FieldSpec[]) {
  // What the record was when editing began: a change by others is reported then, not taken over.
  const [begun, setBegun] = useState(record);
  const [edited, setEdited] = useState<Texts>({});
  const isNewer = revisionOf(begun) > revisionOf(record);
  const base = Object.keys(edited).length > 0 || isNewer ? begun : record;
  const before = useMemo(() => textsOf(fields, base), [fields, base]);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [error, setError] = useState<unknown>(null);
  const [asked, setAsked] = useState<Input | null>(null);
  const [isBusy, setBusy] = useState(false);
  const texts: Texts = { ...before, ...edited };

  async function run(input: Input) {
    setBusy(true);
    setError(null);
    try {
      const revision = base?.revision;
      const ifRevision = typeof revision === 'number' ? [revision] : undefined;
      const output = await perform(name, input as OperationRequest<OperationName>, { ifRevision });
      // What was saved stays until it was read again, and what was typed meanwhile stays too.
      if (record !== undefined) setBegun(recordOf(output));
      setEdited((now) => (now === edited ? {} : now));
      onDone(output);
    } catch (caught) {
      setError(caught);
      setFaults(faultsIn(caught, fields));
    } finally {
      setBusy(false);
    }
  }

  function submit() {
    const { input, faults: found } = filledInput(fields, texts, before);
    const words = found.map(({ name: field, fault, detail }) => {
      const text =
        fault === 'missing'
          ? t('form.missing', { name: fieldWords(field, name) })
          : fault === 'badNumber'
            ? t(
                fields.some((one) => one.name === field && sourceOf(one) !== null)
                  ? 'form.badChoice'
                  : 'form.badNumber',
              )
            : t('form.badJson', { detail });
      return [field, text] as const;
    });
    setFaults(Object.fromEntries(words));
    if (found.length > 0) return;
    const whole = { ...given, ...input };
    if (asksFirst(name)) setAsked(whole);
    else void run(whole);
  }

  /** Continues from the record as it is now, with what was edited here on top. */
  function rebase(current: Readonly<Record<string, unknown>>, kept: Texts) {
    setBegun(current);
    setEdited(kept);
    setError(null);
  }

  return {
    isEdited: Object.keys(edited).some((field) => edited[field] !== (before[field] ?? '')),
    ...{ texts, before, edited, faults, error, asked, isBusy, submit, run, rebase },
    edit(field: string, text: string) {
      setBegun(base);
      setEdited({ ...edited, [field]: text });
    },
    leave: () => setAsked(null),
  };
}

/** Whether a field names by key what another one lets choose by name. */
function isTwin({ name, kind }: FieldSpec, all: readonly FieldSpec[]): boolean {
  return kind === 'text' && all.some((one) => one.name === `${name}_id` && sourceOf(one) !== null);
}

/** The form of any operation, drawn from its contract (CON-07). */
export function OperationForm(props: FormProps) {
  const schemas = useSchemas(props.name);
  if (schemas === null) return <Loading />;
  const given = Object.keys(props.given ?? {});
  const all = fieldsOf(schemas.input);
  const fields = all.filter(
    (field) =>
      !given.includes(field.name) &&
      !isTwin(field, all) &&
      (props.only?.includes(field.name) ?? true),
  );
  return <FormOf {...props} key={props.name} fields={fields} />;
}

function FormOf({ fields, ...props }: FormProps & { fields: readonly FieldSpec[] }) {
  const { name, record, onCancel } = props;
  const [own] = useState(fields);
  const form = useForm(props, own);
  const outline = outlineNamed(name);
  useUnsaved(form.isEdited && outline.safety !== 'read', 'address');
  const isChange = record !== undefined;
  const atOnce = own.length <= shownAtOnce || isChange ? own : askedFirst(own);
  const more = own.filter((field) => !atOnce.includes(field));
  const draw = (field: FieldSpec) => (
    <FieldInput
      key={field.name}
      operation={name}
      field={field}
      given={props.given ?? {}}
      isChange={isChange}
      text={form.texts[field.name] ?? ''}
      fault={form.faults[field.name] ?? null}
      onText={(text) => form.edit(field.name, text)}
    />
  );
  const count = Object.keys(form.faults).length;
  if (!mayCall(name)) {
    return <p class="note">{t('form.readOnly', { scope: outline.scope })}</p>;
  }
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {isChange && <AlsoEditing noun={outline.noun} record={recordName(record) ?? ''} />}
      {problemCode(form.error) === 'revision_mismatch' ? (
        <Conflict error={form.error} fields={own} mine={form.edited} onMerge={form.rebase} />
      ) : (
        form.error !== null && <Problem error={form.error} />
      )}
      {count > 0 && <p role="alert">{tn('form.faults.one', 'form.faults.other', count)}</p>}
      {atOnce.map(draw)}
      {more.length > 0 && (
        <details open={more.some((field) => form.faults[field.name] !== undefined)}>
          <summary>{t('form.more')}</summary>
          <div class="form">{more.map(draw)}</div>
        </details>
      )}
      <div class="form-foot">
        <SubmitButton isOff={form.isBusy}>
          {props.submit ??
            (outline.safety === 'read'
              ? t('action.show')
              : asksFirst(name)
                ? t('form.dryRun')
                : outline.verb === 'update'
                  ? t('action.save')
                  : verbWords(name))}
        </SubmitButton>
        {onCancel && (
          <button type="button" class="button" onClick={onCancel}>
            {t('action.cancel')}
          </button>
        )}
      </div>
      {form.asked !== null && (
        <ConfirmDialog
          name={name}
          input={form.asked}
          submit={props.confirm}
          about={props.about}
          onClose={form.leave}
          onConfirm={() => {
            const input = form.asked ?? {};
            form.leave();
            void form.run(input);
          }}
        />
      )}
    </form>
  );
}
