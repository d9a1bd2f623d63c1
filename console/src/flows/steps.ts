import { isObject, type JsonObject, own } from '@postroad/core/platform/json';

/** Keys of a step that hold steps, in the order in which they are drawn. */
export const armKeys = ['then', 'else', 'met', 'expired'] as const;
export type Arm = (typeof armKeys)[number];

/** The types of steps, in the order in which they are offered. */
export const stepTypes = [
  ...(['send_email', 'delay', 'if_else', 'gate', 'add_tag', 'remove_tag'] as const),
  ...(['set_field', 'fire_event', 'start_sequence', 'exit_flow'] as const),
] as const;
export type StepTypeName = (typeof stepTypes)[number];

/** A step of any definition, also of one that does not pass validation. */
export interface StepNode {
  /** Path in the definition, for example `nodes[0].then[1]`. */
  path: string;
  /** null where the step has none yet. */
  id: number | null;
  type: string;
  name: string;
  step: JsonObject;
  arms: readonly { arm: Arm; path: string; nodes: readonly StepNode[] }[];
  /** Whether every run ends here. */
  ends: boolean;
}

/** The arms that people can enter, and any that hold steps although the type does not have them. */
function armsOf(step: JsonObject): Arm[] {
  const expires = isObject(own(step, 'expires_after'));
  return armKeys.filter((arm) => {
    if (Array.isArray(own(step, arm))) return true;
    if (step.type === 'if_else') return arm === 'then' || arm === 'else';
    return step.type === 'gate' && expires && (arm === 'met' || arm === 'expired');
  });
}

/** The steps of a list at a path, with everything in them. */
export function stepTree(nodes: unknown, path = 'nodes'): StepNode[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((step: unknown, index): StepNode[] => {
    if (!isObject(step)) return [];
    const at = `${path}[${index}]`;
    const text = (key: string) => (typeof step[key] === 'string' ? step[key] : '');
    const arms = armsOf(step).map((arm) => ({
      arm,
      path: `${at}.${arm}`,
      nodes: stepTree(own(step, arm), `${at}.${arm}`),
    }));
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

/** The step that an issue is about, by its path, such as `nodes[0]` of `nodes[0].email_id`. */
export function stepPathOf(path: string): string {
  return /^nodes\[\d+\](?:\.(?:then|else|met|expired)\[\d+\])*/.exec(path)?.[0] ?? '';
}
