import type { ComponentChildren } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';
import { Deleted, isDeleted } from '../account/deleted.tsx';
import { ActionButton } from '../operations/action-button.tsx';
import { RecordActions } from '../operations/record-screen.tsx';
import { Absent, isGone } from '../platform/absent.tsx';
import { later } from '../platform/later.tsx';
import { useRead } from '../platform/reads.ts';
import { Screen } from '../platform/screen.tsx';
import { Tabs } from '../platform/tabs.tsx';
import { t, tn } from '../platform/words.ts';
import { ReachesNobody } from '../sending/reaches-nobody.tsx';
import type { WordKey } from '../words/en.ts';
import { type Flow, type LayerProps, LiveLayer } from './live-layer.tsx';
import { StatusBadge } from './status-badge.tsx';
import { stepPathOf } from './steps.ts';
import { workingCopies } from './working-copy.ts';

type Layer = (props: LayerProps) => ComponentChildren;

const WalkLayer = later(async () => (await import('./walk/walk-layer.tsx')).WalkLayer);
const EditLayer = later(async () => (await import('./edit-layer.tsx')).EditLayer);
const TestsLayer = later(async () => (await import('./tests/tests-layer.tsx')).TestsLayer);
const DifferenceLayer = later(
  async () => (await import('./difference/difference-layer.tsx')).DifferenceLayer,
);

const layers: Readonly<Record<string, { word: WordKey; layer: Layer }>> = {
  people: { word: 'canvas.layer.people', layer: LiveLayer },
  walk: { word: 'canvas.layer.walk', layer: WalkLayer },
  edit: { word: 'canvas.layer.edit', layer: EditLayer },
  tests: { word: 'canvas.layer.tests', layer: TestsLayer },
  difference: { word: 'canvas.layer.difference', layer: DifferenceLayer },
};

function Head({ flow, layer }: { flow: Flow; layer: string }) {
  const input = { flow_key: flow.key };
  const copy = workingCopies.value.get(flow.key);
  const isNew = flow.status === 'draft' && !flow.has_draft;
  const isEdited = copy?.isSaved === false || flow.has_draft;
  // The bar of the editor activates a new flow, with the steps that are not saved yet.
  if (isNew && layer === 'edit') return null;
  if (isNew && (isEdited || flow.steps.length === 0)) {
    return (
      <a class="button primary" href={`/flows/${flow.key}?layer=edit`}>
        {t(isEdited ? 'canvas.hasUnsaved' : 'canvas.addSteps')}
      </a>
    );
  }
  // What is not published yet would not be what is activated; there it is published with it.
  if (isEdited && layer === 'edit' && flow.status !== 'live') return null;
  return (
    <>
      {isEdited && layer !== 'edit' && (
        <a class="button" href={`/flows/${flow.key}?layer=edit`}>
          {t('canvas.hasDraft')}
        </a>
      )}
      {flow.status === 'live' ? (
        <ActionButton name="pause_flow" input={input} asks>
          {t('canvas.pause')}
        </ActionButton>
      ) : (
        <ActionButton name="activate_flow" input={input} class={isEdited ? '' : 'primary'}>
          {t('canvas.activate')}
        </ActionButton>
      )}
    </>
  );
}

function Lead({ flow }: { flow: Flow }) {
  const { errors, warnings } = flow.validation;
  const issue = [...errors, ...warnings][0];
  const at = encodeURIComponent(stepPathOf(issue?.path ?? '') || 'trigger');
  const address = `/flows/${flow.key}?layer=edit&at=${at}`;
  return (
    <span class="row tight">
      <StatusBadge status={flow.status} />
      <span>{tn('canvas.inside.one', 'canvas.inside.other', flow.people_inside)}</span>
      <span>{t(`canvas.takes.${flow.run_policy}`)}</span>
      {issue !== undefined && errors.length > 0 && (
        <a class="badge bad" href={address}>
          {tn('canvas.errors.one', 'canvas.errors.other', errors.length)}
        </a>
      )}
      {issue !== undefined && warnings.length > 0 && (
        <a class="badge warn" href={address}>
          {tn('canvas.warnings.one', 'canvas.warnings.other', warnings.length)}
        </a>
      )}
    </span>
  );
}

/** A flow on its canvas; the layer and the step that is chosen are in the address. */
export function FlowScreen() {
  const { path, query, route } = useLocation();
  const { name = '' } = useRoute().params;
  const { data, error } = useRead('get_flow', { flow_key: name }, { with: ['runs', 'sends'] });
  if (isGone(error, workingCopies.value.get(name)?.isSaved === false) || data === undefined) {
    const list = { address: '/flows', label: t('nav.flows') };
    return <Absent name={name} list={list} error={error} />;
  }
  const { flow } = data;
  const layer =
    query.layer !== undefined && Object.hasOwn(layers, query.layer) ? query.layer : 'people';
  const Shown = layers[layer]?.layer ?? LiveLayer;
  const choose = (chosen: string) => {
    const next = new URLSearchParams(query);
    if (chosen === '') next.delete('at');
    else next.set('at', chosen);
    route(next.size > 0 ? `${path}?${next}` : path, true);
  };
  return (
    <Screen
      title={flow.name}
      back={{ address: '/flows', label: t('nav.flows') }}
      lead={<Lead flow={flow} />}
      actions={!isDeleted(error) && <Head {...{ flow, layer }} />}
    >
      <div class="stack">
        <ReachesNobody />
        <Deleted error={error} resource="flows" id={flow.key} />
        <Tabs label={t('canvas.layers')}>
          {Object.entries(layers).map(([key, { word }]) => (
            <a
              key={key}
              href={key === 'people' ? path : `${path}?layer=${key}`}
              aria-current={key === layer ? 'page' : undefined}
            >
              {t(word)}
            </a>
          ))}
        </Tabs>
        <Shown key={layer} flow={flow} chosen={query.at ?? ''} onChoose={choose} />
        {!isDeleted(error) && (
          <details>
            <summary>{t('list.actions')}</summary>
            <RecordActions name="get_flow" given={{ flow_key: flow.key }} />
          </details>
        )}
      </div>
    </Screen>
  );
}
