import type { OperationRequest } from '@postroad/core/catalog/catalog';
import { isObject, own } from '@postroad/core/platform/json';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { mayCall } from '../../operations/contracts.ts';
import { perform } from '../../operations/perform.ts';
import { inWords } from '../../platform/call.ts';
import { useRead } from '../../platform/reads.ts';
import { Loading, Problem } from '../../platform/screen.tsx';
import { ownText } from '../../platform/sentences.ts';
import { t, tn } from '../../platform/words.ts';
import { Canvas } from '../canvas.tsx';
import type { Flow, LayerProps } from '../live-layer.tsx';
import { useRecordTitles } from '../record-titles.ts';
import { stepText } from '../step-text.ts';
import { stepTree } from '../steps.ts';
import { triggerText } from '../trigger-text.ts';
import {
  type CaseFile,
  casePath,
  casesIn,
  expectingResult,
  type Files,
  firstCase,
  type Ran,
  runCases,
} from './case-files.ts';
import { differenceLines } from './difference-lines.ts';
import { drawnTest } from './drawn-test.ts';

/** How long typing rests before the tests run again, in milliseconds. */
const restMs = 200;

/** Texts that are edited by path; null where a test is taken away. */
type Edits = Readonly<Record<string, string | null>>;

function withEdits(files: Files, edits: Edits): Files {
  const all = Object.entries({ ...files, ...edits });
  return Object.fromEntries(
    all.flatMap(([path, text]) => (text === null ? [] : [[path, text] as const])),
  );
}

/** The results of the tests in the files, after typing rests. */
function useRan(flow: string, files: Files | null): Ran | null {
  const [ran, setRan] = useState<Ran | null>(null);
  useEffect(() => {
    if (files === null) return;
    const timer = setTimeout(() => setRan(runCases(flow, files)), ran === null ? 0 : restMs);
    return () => clearTimeout(timer);
  }, [flow, files]);
  return ran;
}

function CaseBadge({ result }: Pick<CaseFile, 'result'>) {
  const look = result === null ? 'warn' : result.passed ? 'good' : 'bad';
  const words = { warn: 'tests.notRun', good: 'tests.passed', bad: 'tests.failed' } as const;
  return <span class={`badge ${look}`}>{t(words[look])}</span>;
}

/** What became of a test, and what it expected in its place. */
function Outcome({ test }: { test: CaseFile }) {
  const { result, errors } = test;
  return (
    <>
      {errors.length > 0 && (
        <ul class="note bad">
          {errors.map(({ path, message }, index) => (
            <li key={index}>
              <code>{path}</code> {inWords(message)}
            </li>
          ))}
        </ul>
      )}
      {result?.notStarted != null && <p class="note warn">{ownText(result.notStarted)}</p>}
      {result !== null && result.differences.length > 0 && (
        <pre class="note bad differences">
          {result.differences.flatMap(differenceLines).join('\n')}
        </pre>
      )}
      {result?.passed === true && <p class="note good">{t('tests.allAsExpected')}</p>}
    </>
  );
}

interface EditorProps {
  test: CaseFile;
  onText: (text: string) => void;
  onRemove: () => void;
}

function Editor({ test, onText, onRemove }: EditorProps) {
  return (
    <div class="stack-tight">
      <label class="stack-tight">
        <span>{t('tests.file', { path: test.path })}</span>
        <textarea
          class="input code"
          rows={16}
          spellcheck={false}
          value={test.text}
          onInput={({ currentTarget }) => onText(currentTarget.value)}
        />
      </label>
      <div class="row">
        <button
          type="button"
          class="button"
          disabled={test.result === null || test.result.notStarted !== null}
          onClick={() => onText(expectingResult(test))}
        >
          {t('tests.expectThis')}
        </button>
        <button
          type="button"
          class="button quiet"
          aria-label={t('tests.removeOf', { name: test.name })}
          onClick={onRemove}
        >
          {t('tests.remove')}
        </button>
      </div>
    </div>
  );
}

function NewCase({ taken, onAdd }: { taken: readonly string[]; onAdd: (name: string) => void }) {
  const [name, setName] = useState('');
  const isName = /^[\p{L}\p{N}_][\p{L}\p{N}_-]*$/u.test(name) && !taken.includes(name);
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isName) return;
        onAdd(name);
        setName('');
      }}
    >
      <input
        class="input"
        aria-label={t('tests.newName')}
        placeholder={t('tests.newName')}
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <button type="submit" class="button" disabled={!isName}>
        {t('tests.add')}
      </button>
    </form>
  );
}

/** The event that starts a flow; null where something else does. */
function eventOf(trigger: unknown): string | null {
  const event = isObject(trigger) ? own(trigger, 'event') : null;
  return typeof event === 'string' ? event : null;
}

interface Edited {
  files: Files | null;
  ran: Ran | null;
  error: unknown;
  isEdited: boolean;
  edit: (path: string, text: string | null) => void;
  discard: () => void;
}

/** The files of the account with the edits of the tests in them, and what becomes of these. */
function useCases(flow: Flow): Edited {
  const { data, error } = useRead(
    'export_definitions',
    {},
    { with: ['flows', 'emails', 'segments'] },
  );
  const [edits, setEdits] = useState<Edits>({});
  const files = useMemo(
    () => (data === undefined ? null : withEdits(data.files, edits)),
    [data, edits],
  );
  return {
    ...{ files, error },
    ran: useRan(flow.key, files),
    isEdited: Object.entries(edits).some(([at, text]) => (data?.files[at] ?? null) !== text),
    edit: (path, text) => setEdits({ ...edits, [path]: text }),
    discard: () => setEdits({}),
  };
}

interface PanelProps extends Edited {
  flow: Flow;
  files: Files;
  ran: Ran;
  test: CaseFile | null;
  onTest: (path: string) => void;
}

function CaseList({ ran, test, onTest }: Pick<PanelProps, 'ran' | 'test' | 'onTest'>) {
  const failed = ran.cases.filter(({ result }) => result?.passed !== true).length;
  if (ran.cases.length === 0) return <p class="note">{t('tests.none')}</p>;
  return (
    <>
      <p role="status">
        {failed === 0
          ? tn('tests.allPass.one', 'tests.allPass.other', ran.cases.length)
          : tn('tests.someFail.one', 'tests.someFail.other', failed)}
      </p>
      <ul class="plain case-list">
        {ran.cases.map((one) => (
          <li key={one.path}>
            <button
              type="button"
              class="case"
              aria-pressed={one === test}
              onClick={() => onTest(one.path)}
            >
              <CaseBadge result={one.result} />
              {one.name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The tests beside the drawing: their results, the file of one, and what keeps them. */
function CasePanel(props: PanelProps) {
  const { flow, files, ran, test, isEdited, edit, discard, onTest } = props;
  const [problem, setProblem] = useState<unknown>(null);
  const save = async () => {
    setProblem(null);
    try {
      const input = { flow_key: flow.key, tests: casesIn(flow.key, files) };
      await perform('update_flow', input as OperationRequest<'update_flow'>, {
        ifRevision: [flow.revision],
      });
      discard();
    } catch (caught) {
      setProblem(caught);
    }
  };
  const add = (name: string) => {
    const at = casePath(flow.key, name);
    edit(at, firstCase(eventOf(flow.definition.trigger), new Date()));
    onTest(at);
  };
  return (
    <aside class="canvas-panel card stack" aria-label={t('tests.title')}>
      <h2>{t('tests.title')}</h2>
      <CaseList {...{ ran, test, onTest }} />
      {ran.unreadable.map(({ path: at, message }) => (
        <p class="note bad" key={at}>
          <code>{at}</code> {inWords(message)}
        </p>
      ))}
      {test !== null && (
        <>
          <Outcome test={test} />
          <Editor
            test={{ ...test, text: files[test.path] ?? '' }}
            onText={(text) => edit(test.path, text)}
            onRemove={() => edit(test.path, null)}
          />
        </>
      )}
      {mayCall('update_flow') && <NewCase taken={ran.cases.map(({ name }) => name)} onAdd={add} />}
      {problem !== null && <Problem error={problem} />}
      {isEdited && (
        <div class="form-foot">
          <button
            type="button"
            class="button primary"
            disabled={ran.unreadable.length > 0}
            onClick={() => void save()}
          >
            {t('action.save')}
          </button>
          <button type="button" class="button" onClick={discard}>
            {t('settings.discard')}
          </button>
        </div>
      )}
    </aside>
  );
}

/** The tests of a flow as files, each run on the drawing as it is written (CON2-12). */
export function TestsLayer({ flow, chosen, onChoose }: LayerProps) {
  useRecordTitles();
  const cases = useCases(flow);
  const { files, ran, error } = cases;
  const [path, setPath] = useState<string | null>(null);
  const nodes = useMemo(() => stepTree(flow.definition.nodes), [flow.definition]);
  const test = ran?.cases.find((one) => one.path === path) ?? ran?.cases[0] ?? null;
  const drawn = useMemo(
    () => (test?.result == null ? null : drawnTest(nodes, test.result)),
    [nodes, test],
  );
  if (error !== null) return <Problem error={error} />;
  if (files === null || ran === null) return <Loading />;
  const started = test?.result?.notStarted === null;
  return (
    <div class="stack">
      <p class="quiet-text">{t('tests.lead')}</p>
      <div class="canvas-frame open">
        <Canvas
          label={t('canvas.label', { name: flow.name })}
          {...{ nodes, chosen, onChoose }}
          trigger={{
            text: triggerText(flow.definition.trigger),
            tone: drawn === null ? '' : started ? 'passed' : 'skipped',
          }}
          walked={drawn?.lines}
          of={(node) => {
            const isReached = drawn?.reached.has(node.path) === true;
            const word = isReached ? 'tests.unexpected' : 'tests.missed';
            return {
              text: stepText(node),
              tone: drawn === null ? '' : isReached ? 'passed' : 'apart',
              badge: drawn?.wrong.has(node.path) ? { tone: 'bad', text: t(word) } : null,
            };
          }}
        />
        <CasePanel {...cases} {...{ flow, files, ran, test }} onTest={setPath} />
      </div>
    </div>
  );
}
