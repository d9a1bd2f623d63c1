import { useState } from 'preact/hooks';
import { mayCall } from '../../operations/contracts.ts';
import { call, inWords } from '../../platform/call.ts';
import { invalidateAll, useRead } from '../../platform/reads.ts';
import { Loading, Problem, Screen } from '../../platform/screen.tsx';
import { number, t, tn } from '../../platform/words.ts';
import { ChangeCard, Issues, type Plan, Rehearsals } from './plan-parts.tsx';
import { chosenFiles, droppedFiles, readTree, type Tree } from './tree-files.ts';

type Found = ReturnType<typeof chosenFiles>;

function takesFolders(input: HTMLInputElement | null): void {
  if (input !== null) input.webkitdirectory = true;
}

/** Where a folder of definitions is dropped or chosen. */
function FolderDrop({ onFound }: { onFound: (found: Promise<Found>) => void }) {
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
        if (event.dataTransfer) onFound(droppedFiles(event.dataTransfer.items));
      }}
    >
      <span class="label">{t('review.choose')}</span>
      <span class="quiet-text">{t('review.chooseHint')}</span>
      <input
        type="file"
        ref={takesFolders}
        multiple
        onChange={({ currentTarget }) => {
          const { files } = currentTarget;
          if (files !== null && files.length > 0) onFound(Promise.resolve(chosenFiles(files)));
        }}
      />
    </label>
  );
}

/** Records by what becomes of them, in numbers. */
function Figures({ plan }: { plan: Plan }) {
  const of = (kind: Plan['changes'][number]['kind']) =>
    plan.changes.filter((change) => change.kind === kind).length;
  const all = (issues: 'errors' | 'warnings') =>
    plan.changes.reduce((sum, change) => sum + change[issues].length, 0);
  const figures = [
    ['review.kind.create', of('create'), ''],
    ['review.kind.update', of('update'), ''],
    ['review.kind.unchanged', of('unchanged'), ''],
    ['review.kind.absent', of('absent'), ''],
    ['review.errors', all('errors') + plan.parse_errors.length, 'bad'],
    ['review.warnings', all('warnings'), 'warn'],
  ] as const;
  return (
    <dl class="figures">
      {figures.map(([label, value, tone]) => (
        <div class="figure-box" key={label}>
          <dt>{t(label)}</dt>
          <dd>
            <span class={`figure ${value > 0 ? tone : ''}`}>{number(value)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Unreadable({ plan }: { plan: Plan }) {
  const issues = plan.parse_errors.map(({ path, line, code, message, fix }) => ({
    code,
    path: line === null ? path : `${path}:${line}`,
    message: `${inWords(message)} ${inWords(fix)}`,
  }));
  return <Issues issues={issues} tone="bad" />;
}

/** Records that both sides changed since the folder was pulled. */
function Conflicts({ plan }: { plan: Plan }) {
  if (plan.conflicts.length === 0) return null;
  return (
    <div class="note bad">
      <p>{tn('review.conflicts.one', 'review.conflicts.other', plan.conflicts.length)}</p>
      <ul>
        {plan.conflicts.map(({ path }) => (
          <li key={path}>
            <code>{path}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Files that are named without ids are of a tree that serves several instances. */
const isByKey = ({ files }: Tree) =>
  !Object.keys(files).some((path) => /^(?:emails|templates|sequences)\/\d+-/.test(path));

interface ApproveProps {
  tree: Tree;
  plan: Plan;
  onApplied: (plan: Plan) => void;
}

/** Stores the tree, all or nothing; what it would remove or override is asked for by a tick. */
function Approve({ tree, plan, onApplied }: ApproveProps) {
  const [prune, setPrune] = useState(false);
  const [force, setForce] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  if (!mayCall('apply_definitions')) {
    return <p class="note">{t('form.readOnly', { scope: 'write' })}</p>;
  }
  const absent = plan.changes.filter(({ kind }) => kind === 'absent').length;
  const count = plan.changes.filter(({ kind }) => kind === 'create' || kind === 'update').length;
  const whole = count + (prune ? absent : 0);
  const base = tree.base === null ? {} : { base: tree.base };
  const apply = async () => {
    setBusy(true);
    setError(null);
    try {
      const done = await call('apply_definitions', { files: tree.files, ...base, prune, force });
      if (!done.blocked) invalidateAll();
      onApplied(done);
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section class="card stack" aria-labelledby="approve">
      <h2 id="approve">{t('review.approve')}</h2>
      {plan.blocked && !force && <p class="note bad">{t('review.blocked')}</p>}
      {absent > 0 && (
        <label class="choice">
          <input
            type="checkbox"
            checked={prune}
            onChange={({ currentTarget }) => setPrune(currentTarget.checked)}
          />
          {tn('review.prune.one', 'review.prune.other', absent)}
        </label>
      )}
      {plan.blocked && (
        <label class="choice">
          <input
            type="checkbox"
            checked={force}
            onChange={({ currentTarget }) => setForce(currentTarget.checked)}
          />
          {t('review.force')}
        </label>
      )}
      {error !== null && <Problem error={error} />}
      <div class="form-foot">
        <button
          type="button"
          class="button primary"
          disabled={isBusy || whole === 0 || (plan.blocked && !force)}
          onClick={() => void apply()}
        >
          {whole === 0 ? t('review.nothing') : tn('review.store.one', 'review.store.other', whole)}
        </button>
      </div>
      <p class="small quiet-text">{t('review.undoable')}</p>
    </section>
  );
}

function Stored({ plan }: { plan: Plan }) {
  return (
    <div class="note good" role="status">
      <p>{tn('review.stored.one', 'review.stored.other', plan.applied)}</p>
      <p>
        <a href="/history">{t('review.seeHistory')}</a>
      </p>
    </div>
  );
}

function Compared({ tree }: { tree: Tree }) {
  const base = tree.base === null ? {} : { base: tree.base };
  const { data, error } = useRead(
    'diff_definitions',
    { files: tree.files, ...base },
    { with: ['flows', 'emails', 'settings', 'segments', 'guards', 'themes', 'sequences', 'forms'] },
  );
  const [answer, setAnswer] = useState<Plan | null>(null);
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Loading />;
  const isStored = answer !== null && !answer.blocked;
  const plan = answer?.blocked ? answer : data;
  const shown = plan.changes.filter(
    ({ kind, errors, warnings }) => kind !== 'unchanged' || errors.length + warnings.length > 0,
  );
  return (
    <>
      {isStored && <Stored plan={answer} />}
      <section class="card stack" aria-labelledby="compared">
        <h2 id="compared">{t('review.compared', { name: tree.name })}</h2>
        <p class="quiet-text">
          {tn('review.files.one', 'review.files.other', Object.keys(tree.files).length)}{' '}
          {tree.others > 0 && tn('review.others.one', 'review.others.other', tree.others)}{' '}
          {t(tree.base === null ? 'review.noBase' : 'review.base')}
        </p>
        <Figures plan={plan} />
        <Unreadable plan={plan} />
        <Conflicts plan={plan} />
        {shown.length === 0 ? (
          <p class="note good">{t('review.same')}</p>
        ) : (
          <ul class="plain changes">
            {shown.map((change) => (
              <ChangeCard
                key={change.path}
                change={change}
                text={tree.files[change.path]}
                byKey={isByKey(tree)}
              />
            ))}
          </ul>
        )}
      </section>
      <Rehearsals rehearsals={plan.dry_runs} />
      {!isStored && <Approve {...{ tree, plan }} onApplied={setAnswer} />}
    </>
  );
}

/** Compares a folder of definitions with the account, and stores it once it is approved (CON2-10). */
export function ReviewScreen() {
  const [tree, setTree] = useState<Tree | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  const take = async (found: Promise<Found>) => {
    setError(null);
    try {
      const { name, files } = await found;
      const read = await readTree(name, files, location.origin);
      if (Object.keys(read.files).length === 0) throw new Error(t('review.noFiles'));
      setTree(read);
      setTurn(turn + 1);
    } catch (caught) {
      setError(caught);
    }
  };
  return (
    <Screen
      title={t('review.title')}
      lead={t('review.lead')}
      actions={
        tree !== null && (
          <button type="button" class="button" onClick={() => setTree(null)}>
            {t('review.another')}
          </button>
        )
      }
    >
      <div class="stack">
        {error !== null && <Problem error={error} />}
        {tree === null ? (
          <FolderDrop onFound={(found) => void take(found)} />
        ) : (
          <Compared key={turn} tree={tree} />
        )}
      </div>
    </Screen>
  );
}
