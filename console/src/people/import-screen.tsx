import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { FieldType } from '@postroad/core/people/field-type';
import { type DateOrder, dateOrders } from '@postroad/core/people/import/dates';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ActionButton } from '../operations/action-button.tsx';
import { mayCall, outlineNamed } from '../operations/contracts.ts';
import { call, inWords } from '../platform/call.ts';
import { invalidate, useRead } from '../platform/reads.ts';
import { Loading, Problem, Screen } from '../platform/screen.tsx';
import { rowText } from '../platform/sentences.ts';
import { SubmitButton } from '../platform/submit-button.tsx';
import { number, t, tn } from '../platform/words.ts';
import { ImportColumns } from './import-columns.tsx';
import { type Column, columnsOf, emailColumn, ignored, mappingOf } from './import-file.ts';
import { ImportRows } from './import-rows.tsx';
import { upload } from './upload.ts';

type Import = OperationOutput<'get_import'>['import'];

/** How often progress is read, in milliseconds. */
const pollMs = 1_000;

/** Fields that a column can be mapped to; an account has rarely more. */
const mostFields = 200;

function useFields(): ReadonlyMap<string, FieldType> | null {
  const { data } = useRead('list_fields', { limit: mostFields });
  if (data === undefined) return null;
  return new Map(data.fields.map(({ key, type }) => [key, type]));
}

function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  return (
    <label
      class={`drop card ${isOver ? 'is-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer?.files[0];
        if (file) onFile(file);
      }}
    >
      <span class="label">{t('import.choose')}</span>
      <span class="quiet-text">{t('import.chooseHint')}</span>
      <input
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) onFile(file);
        }}
      />
      <pre class="block">{'email,first_name,tags\nmaya@example.com,Maya,newsletter'}</pre>
    </label>
  );
}

const isLeftOut = (label: string) => label === 'import.invalid' || label === 'import.without';

/** What an import did, or would do, in numbers. */
function Figures({ found, isDry }: { found: Import; isDry: boolean }) {
  const figures = [
    ['import.created', found.created],
    ['import.updated', found.updated],
    ['import.repeated', found.repeated],
    ['import.invalid', found.invalid],
    ['import.without', found.without_cells],
  ] as const;
  const shown = figures.filter(([label, value]) => label !== 'import.without' || value > 0);
  return (
    <dl class="figures">
      {shown.map(([label, value]) => (
        <div class="figure-box" key={label}>
          <dt>{t(isDry ? `${label}.dry` : label)}</dt>
          <dd>
            <span class={`figure ${isLeftOut(label) && value > 0 ? 'warn' : ''}`}>
              {number(value)}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** An import that runs: its progress, then its result and the rows that it left out. */
function Result({
  begun,
  file,
  columns,
  input,
}: {
  begun: Import;
  file: File;
  columns: readonly Column[];
  input: Input;
}) {
  const [found, setFound] = useState(begun);
  const { id, status } = found;
  const [tag] = input.tags ?? [];
  const without = tn('import.withoutCells.one', 'import.withoutCells.other', found.without_cells);
  const isOver = status !== 'receiving' && status !== 'working';
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (isOver) {
      invalidate('people');
      return;
    }
    const timer = setInterval(() => {
      if (id === null) return;
      call('get_import', { import_id: id }).then(
        (answer) => setFound(answer.import),
        () => undefined,
      );
    }, pollMs);
    return () => clearInterval(timer);
  }, [isOver, id]);
  return (
    <div class="stack">
      <section class="card stack-tight" aria-labelledby="import-result">
        <h2 id="import-result" tabIndex={-1} ref={heading}>
          {t(`import.status.${status}`)}
        </h2>
        {!isOver && (
          <>
            <progress
              max={found.rows}
              value={found.processed}
              aria-label={t('import.status.working')}
            />
            <p role="status">{t('import.progress', { done: found.processed, all: found.rows })}</p>
          </>
        )}
        {found.reason && <p class="note bad">{found.reason}</p>}
        {isOver && <Figures found={found} isDry={false} />}
        <p class="row">
          <a class="button primary" href="/people">
            {t('import.people')}
          </a>
          {isOver && tag !== undefined && mayCall('create_segment') && (
            <a class="button" href={`/segments/new?tag=${encodeURIComponent(tag)}`}>
              {t('import.segment', { tag })}
            </a>
          )}
          {!isOver && id !== null && (
            <ActionButton
              name="cancel_import"
              input={{ import_id: id }}
              onDone={() =>
                void call('get_import', { import_id: id }).then(
                  (answer) => setFound(answer.import),
                  () => undefined,
                )
              }
            >
              {t('people.taggingStop')}
            </ActionButton>
          )}
        </p>
      </section>
      {isOver && id !== null && found.invalid + found.without_cells > 0 && (
        <section class="card stack-tight" aria-labelledby="import-refused">
          <h2 id="import-refused">
            {found.invalid > 0
              ? tn('import.refused.one', 'import.refused.other', found.invalid)
              : without}
          </h2>
          {found.invalid > 0 && (
            <p class="quiet-text">
              {tn('import.refusedText.one', 'import.refusedText.other', found.invalid)}
            </p>
          )}
          {found.without_cells > 0 && (
            <p class="quiet-text">
              {found.invalid > 0 && `${without}. `}
              {t('import.withoutText')}
            </p>
          )}
          <ImportRows importId={id} file={file} columns={columns} input={input} />
        </section>
      )}
    </div>
  );
}

interface Options {
  tags: string;
  trigger: boolean;
  clearBlank: boolean;
  skipBadCells: boolean;
  /** Blank where nobody said it. */
  dateOrder: DateOrder | '';
}

type Input = ReturnType<typeof inputOf>;

function inputOf(columns: readonly Column[], options: Options) {
  const { tags, trigger, clearBlank, skipBadCells, dateOrder } = options;
  const list = tags
    .split(/[,;]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  return {
    mapping: mappingOf(columns),
    other_columns: 'ignore',
    ...(list.length > 0 ? { tags: list } : {}),
    ...(trigger ? { trigger } : {}),
    ...(clearBlank ? { clear_blank: true } : {}),
    ...(skipBadCells ? { skip_bad_cells: true } : {}),
    ...(dateOrder === '' ? {} : { date_order: dateOrder }),
  };
}

function OptionTicks({
  options,
  onOptions,
}: {
  options: Options;
  onOptions: (options: Options) => void;
}) {
  return (
    <div class="stack-tight">
      <div class="field">
        <label for="import-tags">{t('import.tags')}</label>
        <input
          id="import-tags"
          class="input"
          value={options.tags}
          autocomplete="off"
          aria-describedby="import-tags-hint"
          onInput={({ currentTarget }) => onOptions({ ...options, tags: currentTarget.value })}
        />
        <span class="hint" id="import-tags-hint">
          {t('import.tagsHint')}
        </span>
      </div>
      <div class="field">
        <label for="import-dates">{t('import.dates')}</label>
        <select
          id="import-dates"
          class="input"
          value={options.dateOrder}
          aria-describedby="import-dates-hint"
          onChange={({ currentTarget }) => {
            const dateOrder = dateOrders.find((order) => order === currentTarget.value) ?? '';
            onOptions({ ...options, dateOrder });
          }}
        >
          <option value="">{t('import.dates.unsaid')}</option>
          {dateOrders.map((order) => (
            <option key={order} value={order}>
              {t(`import.dates.${order}`)}
            </option>
          ))}
        </select>
        <span class="hint" id="import-dates-hint">
          {t('import.datesHint')}
        </span>
      </div>
      {(['trigger', 'clearBlank', 'skipBadCells'] as const).map((name) => (
        <label class="choice" key={name}>
          <input
            type="checkbox"
            checked={options[name]}
            onChange={({ currentTarget }) =>
              onOptions({ ...options, [name]: currentTarget.checked })
            }
          />
          {t(`import.${name}`)}
        </label>
      ))}
    </div>
  );
}

interface MapperProps {
  file: File;
  fields: ReadonlyMap<string, FieldType>;
  onBegun: (begun: Import, columns: readonly Column[], input: Input) => void;
  onOther: () => void;
}

/** Maps the columns, says what the file would do, and begins the import. */
function Mapper({ file, fields, onBegun, onOther }: MapperProps) {
  const [columns, setColumns] = useState<readonly Column[] | null>(null);
  const isChosen = useRef(false);
  const [options, setOptions] = useState<Options>({
    tags: '',
    trigger: false,
    clearBlank: false,
    skipBadCells: false,
    dateOrder: '',
  });
  const [checked, setChecked] = useState<Import | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A field that was made meanwhile is the target of its column, until somebody chooses or checks.
    if (isChosen.current) return;
    void columnsOf(file, fields).then(setColumns, setError);
  }, [file, [...fields.keys()].join()]);
  useLayoutEffect(() => heading.current?.focus(), [columns === null]);
  if (columns === null) return error === null ? <Loading /> : <Problem error={error} />;
  const input = inputOf(columns, options);
  const left = columns.filter(({ target }) => target === ignored).length;
  const hasEmail = emailColumn(columns) >= 0;

  async function run(dryRun: boolean) {
    isChosen.current = true;
    setBusy(true);
    setError(null);
    try {
      const answer = await upload('import_people', file, input, { type: 'text/csv', dryRun });
      if (dryRun) setChecked(answer.import);
      else onBegun(answer.import, columns ?? [], input);
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  }

  const hasNoneGood = checked !== null && checked.rows > 0 && checked.invalid === checked.rows;
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setChecked(null);
    };
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run(checked === null);
      }}
    >
      <section class="stack-tight" aria-labelledby="import-columns">
        <h2 id="import-columns" tabIndex={-1} ref={heading}>
          {t('import.columnsOf', { file: file.name })}
        </h2>
        <p class="quiet-text">
          {left > 0 ? tn('import.left.one', 'import.left.other', left) : t('import.noneLeft')}
        </p>
        <ImportColumns
          columns={columns}
          fields={fields}
          onColumns={(chosen) => {
            isChosen.current = true;
            change(setColumns)(chosen);
          }}
        />
        {!hasEmail && <p class="note warn">{t('import.noEmail')}</p>}
      </section>
      <OptionTicks options={options} onOptions={change(setOptions)} />
      {error !== null && <Problem error={error} />}
      {checked !== null && (
        <section class="card stack-tight" role="status">
          <h2>{t('form.dryRun')}</h2>
          <Figures found={checked} isDry />
          {(checked.warnings ?? []).map(({ path, message, fix }) => (
            <p class="note warn" key={path}>
              {inWords([message, fix].join(' ').trim())}
            </p>
          ))}
          {checked.errors.length > 0 && (
            <ul class="plain small">
              {checked.errors.map(({ row, message }) => (
                <li key={row}>
                  <strong>{t('import.row', { row: String(row) })}</strong> {rowText(message)}
                </li>
              ))}
            </ul>
          )}
          {checked.invalid > 0 && (
            <p class="quiet-text">{t(hasNoneGood ? 'import.noneGood' : 'import.correctLater')}</p>
          )}
        </section>
      )}
      <div class="form-foot">
        <SubmitButton isOff={isBusy || !hasEmail}>
          {checked === null
            ? t(isBusy ? 'import.checking' : 'import.check')
            : hasNoneGood
              ? t('import.correctHere')
              : tn('import.do.one', 'import.do.other', checked.rows - checked.invalid)}
        </SubmitButton>
        <button type="button" class="button" onClick={onOther}>
          {t('import.other')}
        </button>
      </div>
    </form>
  );
}

interface Begun {
  begun: Import;
  columns: readonly Column[];
  input: Input;
}

/** Imports people from a file in three steps: drop it, map its columns, look at the result (SCREEN-05). */
export function ImportScreen() {
  const [file, setFile] = useState<File | null>(null);
  const [begun, setBegun] = useState<Begun | null>(null);
  const fields = useFields();
  const may = mayCall('import_people');
  const again = () => {
    setFile(null);
    setBegun(null);
  };
  return (
    <Screen
      title={t('import.title')}
      back={{ address: '/people', label: t('nav.people') }}
      lead={t('import.lead')}
      actions={
        begun !== null && (
          <button type="button" class="button" onClick={again}>
            {t('import.another')}
          </button>
        )
      }
    >
      {!may && (
        <p class="note">{t('form.readOnly', { scope: outlineNamed('import_people').scope })}</p>
      )}
      {may && file === null && <FileDrop onFile={setFile} />}
      {may && file !== null && begun === null && fields === null && <Loading />}
      {may && file !== null && begun === null && fields !== null && (
        <Mapper
          file={file}
          fields={fields}
          onBegun={(started, columns, input) => setBegun({ begun: started, columns, input })}
          onOther={again}
        />
      )}
      {file !== null && begun !== null && <Result file={file} {...begun} />}
    </Screen>
  );
}
