import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../platform/call.ts';
import { useReadPages } from '../platform/reads.ts';
import { Problem } from '../platform/screen.tsx';
import { rowText } from '../platform/sentences.ts';
import { SubmitButton } from '../platform/submit-button.tsx';
import { t, tn } from '../platform/words.ts';
import {
  type Column,
  csvOf,
  emailColumn,
  type Refused,
  rowsAt,
  stillRefused,
} from './import-file.ts';
import { upload } from './upload.ts';

type Import = OperationOutput<'get_import'>['import'];

/** How often progress is read, in milliseconds. */
const pollMs = 1_000;

/** Refused rows of a page. */
const pageRows = 50;

/** Waits until an import is over. */
async function finished(begun: Import): Promise<Import> {
  let found = begun;
  while (found.id !== null && (found.status === 'receiving' || found.status === 'working')) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    found = (await call('get_import', { import_id: found.id })).import;
  }
  return found;
}

interface RowProps {
  refused: Refused;
  columns: readonly Column[];
  cells: readonly string[];
  onCells: (cells: string[]) => void;
}

function CellInput({
  at,
  isFaulty,
  ...props
}: RowProps & {
  at: number;
  isFaulty: boolean;
}) {
  const { refused, columns, cells, onCells } = props;
  const name = columns[at]?.name ?? '';
  const id = `row-${refused.row}-${at}`;
  return (
    <div class="field">
      <label for={id}>{name}</label>
      <input
        id={id}
        class="input"
        value={cells[at] ?? ''}
        autocomplete="off"
        aria-invalid={isFaulty || undefined}
        aria-describedby={`row-${refused.row}`}
        onInput={({ currentTarget }) =>
          onCells(
            columns.map((_, index) => (index === at ? currentTarget.value : (cells[index] ?? ''))),
          )
        }
      />
    </div>
  );
}

/** A row that was left out, with what is wrong and its cells. */
function RefusedRow(props: RowProps) {
  const { refused, columns } = props;
  const faulty = columns.findIndex(({ name }) => name === refused.column);
  const email = emailColumn(columns);
  const first = [...new Set([faulty, email])].filter((at) => at >= 0);
  const shown = faulty < 0 ? columns.map((_, at) => at) : first;
  const rest = columns.map((_, at) => at).filter((at) => !shown.includes(at));
  const draw = (at: number) => <CellInput key={at} at={at} isFaulty={at === faulty} {...props} />;
  return (
    <li class="refused">
      <p id={`row-${refused.row}`}>
        <strong>{t('import.row', { row: String(refused.row) })}</strong> {rowText(refused.message)}
      </p>
      {faulty < 0 && <p class="small quiet-text clip">{refused.excerpt}</p>}
      <div class="cells">{shown.map(draw)}</div>
      {rest.length > 0 && (
        <details>
          <summary>{t('import.otherCells')}</summary>
          <div class="cells">{rest.map(draw)}</div>
        </details>
      )}
    </li>
  );
}

interface ImportRowsProps {
  importId: number;
  file: Blob;
  columns: readonly Column[];
  /** The options of the first import. */
  input: Readonly<Record<string, unknown>>;
}

/** The rows that were left out, to be corrected in place and sent again (SCREEN-05). */
export function ImportRows({ importId, file, columns, input }: ImportRowsProps) {
  const { pages, error, more, isReadingMore } = useReadPages('list_import_errors', {
    import_id: importId,
    limit: pageRows,
  });
  const [cells, setCells] = useState<ReadonlyMap<number, string[]>>(new Map());
  const [edited, setEdited] = useState<Readonly<Record<number, string[]>>>({});
  const [accepted, setAccepted] = useState<ReadonlySet<number>>(new Set());
  const [again, setAgain] = useState<ReadonlyMap<number, Refused>>(new Map());
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const all: Refused[] = pages.flatMap((page) => page.errors);
  const open = all
    .filter(({ row }) => !accepted.has(row))
    .map((refused) => again.get(refused.row) ?? refused);
  useEffect(() => {
    if (all.length > 0) void rowsAt(file, new Set(all.map(({ row }) => row))).then(setCells);
  }, [file, all.length]);

  async function send() {
    const rows = open.map(({ row }) => row).filter((row) => edited[row] !== undefined);
    const header = columns.map(({ name }) => name);
    const text = csvOf([header, ...rows.map((row) => edited[row] ?? [])]);
    setBusy(true);
    setProblem(null);
    try {
      const begun = await upload('import_people', new Blob([text]), input, { type: 'text/csv' });
      const { id } = await finished(begun.import);
      const errors =
        id === null ? [] : (await call('list_import_errors', { import_id: id, limit: 200 })).errors;
      const refused = stillRefused(rows, errors);
      setAgain(new Map([...again, ...refused]));
      setAccepted(new Set([...accepted, ...rows.filter((row) => !refused.has(row))]));
      setEdited({});
      setCells(new Map([...cells, ...rows.map((row) => [row, edited[row] ?? []] as const)]));
    } catch (caught) {
      setProblem(caught);
    } finally {
      setBusy(false);
    }
  }

  const count = open.filter(({ row }) => edited[row] !== undefined).length;
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (count > 0 && !isBusy) void send();
      }}
    >
      {error !== null && <Problem error={error} />}
      {problem !== null && <Problem error={problem} />}
      <p role="status">
        {accepted.size > 0 && tn('import.corrected.one', 'import.corrected.other', accepted.size)}{' '}
        {open.length === 0 && all.length > 0 && t('import.allCorrected')}
      </p>
      <ol class="refused-list">
        {open.map((refused) => (
          <RefusedRow
            key={refused.row}
            refused={refused}
            columns={columns}
            cells={edited[refused.row] ?? cells.get(refused.row) ?? []}
            onCells={(next) => setEdited({ ...edited, [refused.row]: next })}
          />
        ))}
      </ol>
      <div class="form-foot sticky-foot">
        <SubmitButton isOff={count === 0 || isBusy}>
          {count === 0 ? t('import.sendNone') : tn('import.send.one', 'import.send.other', count)}
        </SubmitButton>
        {more !== null && (
          <button type="button" class="button" onClick={more} disabled={isReadingMore}>
            {t('action.more')}
          </button>
        )}
      </div>
    </form>
  );
}
