import type { EmbeddedFlow } from '@postroad/core/flows/embedded-flow';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Canvas } from '../flows/canvas.tsx';
import { GoalList } from '../flows/goals/goal-list.tsx';
import { StatusBadge } from '../flows/status-badge.tsx';
import { liveText } from '../flows/step-text.ts';
import { stepTree } from '../flows/steps.ts';
import { triggerText } from '../flows/trigger-text.ts';
import { t, tn } from '../platform/words.ts';
import type { WordKey } from '../words/en.ts';

/** Milliseconds between two looks at the counts. */
const lookMs = 5_000;

/** What is said in place of a drawing, by the code of the refusal. */
const refusals: Readonly<Record<string, WordKey>> = {
  token_expired: 'embed.expired',
  unauthorized: 'embed.ended',
  address_not_allowed: 'embed.elsewhere',
  not_found: 'embed.ended',
};

/** The flow as the service answers it, or what to say instead. */
type Shown = { flow: EmbeddedFlow } | { problem: WordKey; isFinal: boolean };

async function look(secret: string): Promise<Shown> {
  const answer = await fetch(`${location.pathname}/data`, {
    headers: { accept: 'application/json', authorization: `Bearer ${secret}` },
    credentials: 'omit',
  }).catch(() => null);
  if (answer === null) return { problem: 'embed.offline', isFinal: false };
  const body = (await answer.json().catch(() => null)) as { flow: EmbeddedFlow } & {
    code?: string;
  };
  if (answer.ok) return body;
  const problem = refusals[body?.code ?? ''];
  return { problem: problem ?? 'embed.offline', isFinal: problem !== undefined };
}

/** Looks at the flow while it is in sight; what was drawn stays while the service does not answer. */
function useFlow(secret: string): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let timer = 0;
    let wanted = true;
    const again = async () => {
      const found = document.hidden ? null : await look(secret);
      if (!wanted) return;
      if (found !== null) {
        setShown((before) => ('flow' in found || found.isFinal ? found : (before ?? found)));
      }
      if (found === null || 'flow' in found || !found.isFinal) {
        timer = window.setTimeout(() => void again(), lookMs);
      }
    };
    void again();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [secret]);
  return shown;
}

function Drawing({ flow }: { flow: EmbeddedFlow }) {
  const [chosen, setChosen] = useState('');
  const nodes = useMemo(() => stepTree(flow.definition.nodes), [flow.definition]);
  const byPath = new Map(flow.steps.map((step) => [step.path, step]));
  return (
    <>
      <div class="embed-head">
        <h1>{flow.name}</h1>
        <StatusBadge status={flow.status} />
        <span class="quiet-text">
          {tn('canvas.inside.one', 'canvas.inside.other', flow.people_inside)}
        </span>
      </div>
      <GoalList goals={flow.definition.goals} />
      <Canvas
        label={t('canvas.label', { name: flow.name })}
        {...{ nodes, chosen }}
        onChoose={setChosen}
        trigger={{ text: triggerText(flow.definition.trigger) }}
        of={(node) => {
          const { summary, people = 0, parked = 0 } = byPath.get(node.path) ?? {};
          return { text: liveText(node, summary), people, parked };
        }}
      />
    </>
  );
}

/** One flow on a page of another site, by the secret behind the address (CON-25). */
export function EmbeddedDrawing() {
  const [secret] = useState(() => location.hash.slice(1));
  const shown = useFlow(secret);
  const root = useRef<HTMLElement>(null);
  // The element around the frame makes it as high as what it shows.
  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      parent.postMessage({ type: 'postroad-flow', height: element.offsetHeight }, '*'),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    document.title = shown !== null && 'flow' in shown ? shown.flow.name : 'Postroad';
  }, [shown]);
  return (
    <main class="embed" ref={root}>
      {shown === null && <p class="quiet-text">{t('state.loading')}</p>}
      {shown !== null && 'flow' in shown && <Drawing flow={shown.flow} />}
      {shown !== null && 'problem' in shown && (
        <p class="note warn" role="alert">
          {t(shown.problem)}
        </p>
      )}
    </main>
  );
}
