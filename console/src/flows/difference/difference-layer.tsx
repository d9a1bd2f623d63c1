import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ActionButton } from '../../operations/action-button.tsx';
import { NothingHere } from '../../operations/nothing-here.tsx';
import { useRead } from '../../platform/reads.ts';
import { Loading, Problem } from '../../platform/screen.tsx';
import { shownTime } from '../../platform/times.ts';
import { valueLabel } from '../../platform/value-words.ts';
import { t } from '../../platform/words.ts';
import { Canvas, focusStep } from '../canvas.tsx';
import { GoalList } from '../goals/goal-list.tsx';
import type { Flow, LayerProps } from '../live-layer.tsx';
import { PeopleOn } from '../panel/people-inside.tsx';
import { Panel } from '../panel/people-panel.tsx';
import { countText } from '../people-count.ts';
import { useRecordTitles } from '../record-titles.ts';
import { stepText } from '../step-text.ts';
import { allSteps, type StepNode, stepTree } from '../steps.ts';
import { triggerText } from '../trigger-text.ts';
import { typeLabel } from '../type-label.ts';
import { goalChangeWords, stepChangeWords } from './difference-words.ts';
import { type ChangeKind, changesById, mergedDefinition, type StepChange } from './merged.ts';

type Change = OperationOutput<'diff_flow_versions'>['changes'][number];

interface Compared {
  from: Flow['definition'];
  to: Flow['definition'];
  changes: readonly Change[];
}

/** A side of the comparison: a version by its id, what is live, or the draft. */
type Side = 'current' | 'draft' | `${number}`;

const tones: Readonly<Record<ChangeKind, string>> = {
  added: 'good',
  removed: 'bad',
  moved: 'accent',
  changed: 'warn',
};

function isKind(kind: string): kind is ChangeKind {
  return Object.hasOwn(tones, kind);
}

function sideOf(text: string | undefined): Side | null {
  if (text === 'current' || text === 'draft') return text;
  return text !== undefined && /^[1-9]\d*$/.test(text) ? (text as Side) : null;
}

/** Both definitions with what changed between them. */
function useCompared(flow: Flow, from: Side | null, to: Side) {
  const key = { flow_key: flow.key };
  const isDraft = to === 'draft';
  const fromId = from === null || from === 'current' || from === 'draft' ? null : Number(from);
  const toId = to === 'current' || isDraft ? null : Number(to);
  const old = useRead('get_flow_version', fromId === null ? null : { ...key, version_id: fromId });
  const newer = useRead('get_flow_version', toId === null ? null : { ...key, version_id: toId });
  const draft = useRead('get_flow_draft', isDraft && flow.has_draft ? key : null);
  const diff = useRead(
    'diff_flow_versions',
    isDraft || fromId === null ? null : { ...key, version_id: fromId, against: to },
  );
  const error = old.error ?? newer.error ?? draft.error ?? diff.error;
  const start = fromId === null ? flow.definition : old.data?.version.definition;
  const end = isDraft
    ? draft.data?.draft.definition
    : toId === null
      ? flow.definition
      : newer.data?.version.definition;
  const changes = isDraft ? draft.data?.changes : diff.data?.changes;
  const compared: Compared | null =
    start === undefined || end === undefined || changes === undefined
      ? null
      : { from: start, to: end, changes };
  return { compared, error };
}

function Sides({ from, to, versions, onSides }: SidesProps) {
  const version = (one: SidesProps['versions'][number]) => (
    <option value={String(one.id)} key={one.id}>
      {`${one.number}. ${one.name || valueLabel(one.kind)}, ${shownTime(one.created_at)}`}
    </option>
  );
  return (
    <div class="columns">
      <div class="field">
        <label for="diff-from">{t('canvas.diff.from')}</label>
        <select
          id="diff-from"
          class="input"
          value={from}
          onChange={({ currentTarget: { value } }) =>
            onSides(value, value === 'current' ? 'draft' : to === 'draft' ? 'current' : to)
          }
        >
          <option value="current">{t('canvas.diff.live')}</option>
          {versions.map(version)}
        </select>
      </div>
      <div class="field">
        <label for="diff-to">{t('canvas.diff.to')}</label>
        <select
          id="diff-to"
          class="input"
          value={to}
          onChange={({ currentTarget: { value } }) =>
            onSides(value === 'draft' ? 'current' : from, value)
          }
        >
          <option value="draft">{t('canvas.diff.draft')}</option>
          {from !== 'current' && <option value="current">{t('canvas.diff.live')}</option>}
          {from !== 'current' && versions.map(version)}
        </select>
      </div>
    </div>
  );
}

interface SidesProps {
  from: string;
  to: string;
  versions: OperationOutput<'list_flow_versions'>['versions'];
  onSides: (from: string, to: string) => void;
}

/** People on a step now, by its id: also on one that the definition no longer has. */
function peopleNow(flow: Flow) {
  const counts = new Map([...flow.steps, ...flow.gone_steps].map((step) => [step.id, step]));
  return (id: number | null) => {
    const { people = 0, parked = 0 } = (id === null ? undefined : counts.get(id)) ?? {};
    return { people, parked };
  };
}

/** The most telling of what was done to a step. */
function kindOf(change: StepChange | undefined): ChangeKind | null {
  const order: readonly ChangeKind[] = ['removed', 'added', 'changed', 'moved'];
  return order.find((kind) => change?.kinds.includes(kind)) ?? null;
}

function Summary({ compared, flow }: { compared: Compared; flow: Flow }) {
  const changes = changesById(compared.changes);
  const now = peopleNow(flow);
  const removed = [...changes].filter(([, { kinds }]) => kinds.includes('removed'));
  const on = removed
    .map(([id]) => now(id))
    .reduce(
      (sum, { people, parked }) => ({
        people: sum.people + people + parked,
        parked: sum.parked + parked,
      }),
      { people: 0, parked: 0 },
    );
  if (compared.changes.length === 0) return <NothingHere of="differences" />;
  return (
    <div class="stack-tight">
      <p class="row tight">
        {(['added', 'removed', 'moved', 'changed'] as const).map((kind) => {
          const count = compared.changes.filter((one) => one.kind === kind).length;
          return count === 0 ? null : (
            <span key={kind} class={`badge ${tones[kind]}`}>
              {t(`canvas.diff.count.${kind}`, { n: count })}
            </span>
          );
        })}
      </p>
      {on.people > 0 && (
        <p class="note bad" role="status">
          {t('canvas.diff.peopleOnRemoved', { people: countText(on.people, on.parked) })}
        </p>
      )}
    </div>
  );
}

function Drawing({ compared, flow, chosen, onChoose }: LayerProps & { compared: Compared }) {
  const nodes = useMemo(
    () => stepTree(mergedDefinition(compared.from, compared.to).nodes),
    [compared.from, compared.to],
  );
  const changes = useMemo(() => changesById(compared.changes), [compared.changes]);
  const now = peopleNow(flow);
  const node = allSteps(nodes).find(({ path }) => path === chosen);
  const changeOf = ({ id }: StepNode) => (id === null ? undefined : changes.get(id));
  const badge = (change: StepChange | undefined) => {
    const kind = kindOf(change);
    return kind === null ? null : { tone: tones[kind], text: t(`canvas.diff.${kind}`) };
  };
  const shown = node === undefined ? undefined : changeOf(node);
  const goals = compared.changes.flatMap(({ kind, path, summary }) =>
    isKind(kind) && path.startsWith('goals[')
      ? [{ kind, summary: goalChangeWords({ kind, path, summary }, compared) }]
      : [],
  );
  return (
    <div class="stack">
      <GoalList goals={compared.to.goals} />
      {goals.length > 0 && (
        <ul class="plain" aria-label={t('canvas.goals')}>
          {goals.map(({ kind, summary }) => (
            <li key={summary}>
              <span class={`badge ${tones[kind]}`}>{t(`canvas.diff.${kind}`)}</span> {summary}
            </li>
          ))}
        </ul>
      )}
      <div class={node === undefined ? 'canvas-frame' : 'canvas-frame open'}>
        <Canvas
          label={t('canvas.label', { name: flow.name })}
          {...{ nodes, chosen, onChoose }}
          trigger={{
            text: triggerText(compared.to.trigger),
            tone: changes.has(0) ? 'changed' : '',
            badge: badge(changes.get(0)),
          }}
          of={(one) => ({
            text: stepText(one),
            tone: kindOf(changeOf(one)) ?? '',
            badge: badge(changeOf(one)),
            ...now(one.id),
          })}
        />
        {node !== undefined && (
          <Panel
            title={typeLabel(node.name)}
            of={chosen}
            onClose={() => {
              onChoose('');
              focusStep(chosen);
            }}
          >
            <p class="quiet-text">{stepText(node) || typeLabel(node.type)}</p>
            {shown === undefined ? (
              <p>{t('canvas.diff.unchanged')}</p>
            ) : (
              <ul class="plain">
                {shown.kinds.map((kind, index) => (
                  <li key={kind}>
                    <span class={`badge ${tones[kind]}`}>{t(`canvas.diff.${kind}`)}</span>{' '}
                    {stepChangeWords(kind, node.id ?? 0, compared, shown.summaries[index] ?? '')}
                  </li>
                ))}
              </ul>
            )}
            {node.id !== null && <PeopleOn key={node.id} flowKey={flow.key} step={node.id} />}
          </Panel>
        )}
      </div>
    </div>
  );
}

/** What differs between two versions, or what is live and the draft, on the drawing (CANVAS-07). */
export function DifferenceLayer(props: LayerProps) {
  const { flow } = props;
  const { path, query, route } = useLocation();
  useRecordTitles();
  const list = useRead('list_flow_versions', { flow_key: flow.key, limit: 100 });
  const versions = list.data?.versions ?? [];
  const newest = versions[0];
  const from = sideOf(query.from) ?? (newest === undefined ? 'current' : (`${newest.id}` as Side));
  const to = sideOf(query.to) ?? (from === 'current' ? 'draft' : 'current');
  const { compared, error } = useCompared(flow, list.data === undefined ? null : from, to);
  const version = versions.find(({ id }) => String(id) === from);
  if (list.data === undefined) {
    return list.error === null ? <Loading /> : <Problem error={list.error} />;
  }
  const noDraft = to === 'draft' && !flow.has_draft;
  return (
    <div class="stack">
      <Sides
        {...{ from, to, versions }}
        onSides={(one, other) => route(`${path}?layer=difference&from=${one}&to=${other}`, true)}
      />
      {noDraft && (
        <div class="card">
          <NothingHere of="differences" />
        </div>
      )}
      {error !== null && !noDraft && <Problem error={error} />}
      {compared === null && error === null && !noDraft && <Loading />}
      {compared !== null && error === null && (
        <>
          <Summary {...{ compared, flow }} />
          <Drawing {...props} compared={compared} />
        </>
      )}
      {version !== undefined && (
        <p>
          <ActionButton
            name="rollback_flow"
            input={{ flow_key: flow.key, version_id: version.id }}
            asks
          >
            {t('canvas.rollback', { n: version.number })}
          </ActionButton>
        </p>
      )}
    </div>
  );
}
