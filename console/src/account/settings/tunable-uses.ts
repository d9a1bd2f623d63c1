import { useEffect, useState } from 'preact/hooks';
import { typeLabel } from '../../flows/type-label.ts';
import { call } from '../../platform/call.ts';
import { reads } from '../../platform/reads.ts';
import { tunablesIn } from './tunables-in.ts';

/** A step that waits for a tunable, and who is on it. */
export interface TunableUse {
  flow: string;
  flowName: string;
  step: string;
  people: number;
}

export type TunableUses = ReadonlyMap<string, readonly TunableUse[]>;

async function usesOfFlow(flowKey: string): Promise<[string, TunableUse][]> {
  const { flow } = await call('get_flow', { flow_key: flowKey });
  return tunablesIn(flow.definition).map(({ name, step }) => {
    const at = flow.steps.find(({ id }) => id === step);
    const use = {
      ...{ flow: flowKey, flowName: flow.name },
      ...{ step: at?.name || typeLabel(at?.type ?? ''), people: at?.people ?? 0 },
    };
    return [name, use];
  });
}

/** Every use of every tunable: of all files of flows only those are read further that name one. */
async function readUses(): Promise<TunableUses> {
  const { files } = await call('export_definitions', { prefix: 'flows/' });
  const naming = Object.entries(files)
    .filter(([path, text]) => path.endsWith('.json') && text.includes('"setting"'))
    .map(([path]) => path.slice('flows/'.length, -'.json'.length));
  const found = await Promise.all(naming.map((flowKey) => usesOfFlow(flowKey).catch(() => [])));
  const uses = new Map<string, TunableUse[]>();
  for (const [name, use] of found.flat()) uses.set(name, [...(uses.get(name) ?? []), use]);
  return uses;
}

/** What is known of the uses: null while they are read, and why they cannot be. */
export interface ReadUses {
  uses: TunableUses | null;
  error: unknown;
}

export function useTunableUses(): ReadUses {
  const [found, setFound] = useState<ReadUses>({ uses: null, error: null });
  useEffect(() => {
    let wanted = true;
    const keep = (one: ReadUses) => {
      if (wanted) setFound(one);
    };
    reads
      .fetchQuery({ queryKey: [['flows', 'definitions'], 'tunable uses'], queryFn: readUses })
      .then(
        (uses) => keep({ uses, error: null }),
        (error: unknown) => keep({ uses: null, error }),
      );
    return () => {
      wanted = false;
    };
  }, []);
  return found;
}
