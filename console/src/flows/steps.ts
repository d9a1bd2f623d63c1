import { type ArmKey, armKeys, namedArms } from '@postroad/core/flows/definition/definition';
import { armLists } from '@postroad/core/flows/definition/step-list';
import { isObject, type JsonObject, own } from '@postroad/core/platform/json';

/**
 * What a new step of a type holds before it is filled in, in the order in which types are offered;
 * validation says what is missing.
 */
export const blankSteps = {
  send_email: {},
  delay: { duration: { amount: 1, unit: 'days' } },
  if_else: Object.fromEntries([
    ['then', []],
    ['else', []],
  ]),
  split: {
    arms: [
      { name: 'A', weight: 50, steps: [] },
      { name: 'B', weight: 50, steps: [] },
    ],
  },
  gate: { expires_after: { amount: 7, unit: 'days' }, met: [], expired: [] },
  add_tag: {},
  remove_tag: {},
  set_field: {},
  fire_event: {},
  start_sequence: {},
  call_webhook: {},
  exit_flow: {},
} satisfies Readonly<Record<string, JsonObject>>;

export type StepTypeName = keyof typeof blankSteps;
export const stepTypes = Object.keys(blankSteps) as StepTypeName[];

/** One way out of a step, with the steps on it. */
export interface ArmNode {
  /** Its key, or the name that it has in a split. */
  arm: string;
  /** The key, which words are known for; null of a name. */
  key: ArmKey | null;
  /** Of its list, for example `nodes[0].then` or `nodes[0].arms[1].steps`. */
  path: string;
  nodes: readonly StepNode[];
  /** Whether runs end here: the holdout of a split. */
  isHeld: boolean;
}

/** A step of any definition, also of one that does not pass validation. */
export interface StepNode {
  /** Path in the definition, for example `nodes[0].then[1]`. */
  path: string;
  /** null where the step has none yet. */
  id: number | null;
  type: string;
  name: string;
  step: JsonObject;
  arms: readonly ArmNode[];
  /** Whether every run ends here. */
  ends: boolean;
}

/** The arms that people can enter, and any that hold steps although the type does not have them. */
function armsOf(step: JsonObject, path: string): ArmNode[] {
  const expires = isObject(own(step, 'expires_after'));
  const lists = armLists(step);
  const named = lists
    .filter(({ at }) => at.startsWith(`${namedArms}[`))
    .map(({ name, at, nodes }) => {
      const listed = `${path}.${at}`;
      const isHeld = isHoldout(step, at);
      return { arm: name, key: null, path: listed, nodes: stepTree(nodes, listed), isHeld };
    });
  const keyed = armKeys.filter((arm) => {
    if (Array.isArray(own(step, arm))) return true;
    if (step.type === 'if_else') return arm === 'then' || arm === 'else';
    if (step.type === 'call_webhook') {
      return isObject(own(step, 'wait')) && (arm === 'succeeded' || arm === 'failed');
    }
    return step.type === 'gate' && expires && (arm === 'met' || arm === 'expired');
  });
  return [
    ...named,
    ...keyed.map((arm) => {
      const listed = `${path}.${arm}`;
      return {
        arm,
        key: arm,
        path: listed,
        nodes: stepTree(own(step, arm), listed),
        isHeld: false,
      };
    }),
  ];
}

/** Whether the arm of a list in a split is its holdout. */
function isHoldout(step: JsonObject, at: string): boolean {
  const arms = own(step, namedArms);
  const index = Number(/^\w+\[(\d+)\]/.exec(at)?.[1]);
  const arm: unknown = Array.isArray(arms) ? arms[index] : undefined;
  return isObject(arm) && own(arm, 'holdout') === true;
}

/** The steps of a list at a path, with everything in them. */
export function stepTree(nodes: unknown, path = 'nodes'): StepNode[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((step: unknown, index): StepNode[] => {
    if (!isObject(step)) return [];
    const at = `${path}[${index}]`;
    const text = (key: string) => (typeof step[key] === 'string' ? step[key] : '');
    const arms = armsOf(step, at);
    const id = own(step, 'id');
    return [
      {
        ...{ path: at, step, arms, type: text('type') },
        name: text('name') || text('type'),
        id: typeof id === 'number' ? id : null,
        ends: text('type') === 'exit_flow',
      },
    ];
  });
}

/** Every step in the order of reading. */
export function allSteps(nodes: readonly StepNode[]): StepNode[] {
  return nodes.flatMap((node) => [node, ...node.arms.flatMap((arm) => allSteps(arm.nodes))]);
}

const stepPath =
  /^nodes\[\d+\](?:\.(?:then|else|met|expired|succeeded|failed|arms\[\d+\]\.steps)\[\d+\])*/;

/** The step that an issue is about, by its path, such as `nodes[0]` of `nodes[0].email_id`. */
export function stepPathOf(path: string): string {
  return stepPath.exec(path)?.[0] ?? '';
}
