import { isObject, type JsonObject, own } from '@postroad/core/platform/json';
import { fieldWords } from '../../operations/field-words.ts';
import { t } from '../../platform/words.ts';
import { goalText } from '../goals/goal-list.tsx';
import { stepText } from '../step-text.ts';
import { allSteps, type StepNode, stepTree } from '../steps.ts';
import { triggerText } from '../trigger-text.ts';
import { typeLabel } from '../type-label.ts';

/** One thing of a definition: what it is to a reader, and its members, of which some are in no words. */
interface Line {
  words: string;
  members: Readonly<JsonObject>;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function stepLine(node: StepNode): Line {
  const { name, step, arms } = node;
  // A step without a name of its own is called by its type.
  const label = [...new Set([name, node.type])].map(typeLabel).join(', ');
  const members = Object.entries(step).filter(([key]) => !arms.some((arm) => arm.key === key));
  const words = `${label}: ${stepText(node)}`;
  // What steps are in an arm is said of these steps.
  return { words, members: { ...Object.fromEntries(members), arms: splitArms(step) } };
}

function splitArms(step: Readonly<JsonObject>): unknown {
  const arms = own(step, 'arms');
  if (!Array.isArray(arms)) return undefined;
  return arms.filter(isObject).map(({ steps: _, ...arm }) => arm);
}

/** Everything in a definition, by what makes it the same thing on both sides. */
function linesOf(definition: Readonly<JsonObject>): Map<string, Line> {
  const lines = new Map<string, Line>();
  const { trigger, goals, nodes } = definition;
  const starts = isObject(trigger) ? trigger : {};
  lines.set('trigger', {
    words: `${fieldWords('trigger')}: ${triggerText(trigger)}`,
    members: starts,
  });
  for (const goal of Array.isArray(goals) ? goals.filter(isObject) : []) {
    const name = String(own(goal, 'name') ?? '…');
    lines.set(`goal ${name}`, { words: `${name}: ${goalText(goal)}`, members: goal });
  }
  const steps = allSteps(stepTree(nodes));
  for (const node of steps) lines.set(`step ${node.id ?? node.path}`, stepLine(node));
  return lines;
}

/** The order of the steps, where both sides have the same ones. */
function orderOf(definition: Readonly<JsonObject>): string {
  return allSteps(stepTree(definition.nodes))
    .map((node) => `${node.path} ${node.id ?? ''}`)
    .join('\n');
}

function detailsOf(line: Line, other: Line): string {
  const keys = Object.keys({ ...line.members, ...other.members }).filter(
    (key) => !same(own(line.members, key), own(other.members, key)),
  );
  const value = (key: string) => {
    const held = own(line.members, key);
    return typeof held === 'string' ? held : (JSON.stringify(held) ?? '…');
  };
  return keys.map((key) => `${fieldWords(key)}: ${value(key)}`).join('; ');
}

function sideText(side: Readonly<JsonObject>, other: Readonly<JsonObject>): string {
  const theirs = linesOf(other);
  const differing = [...linesOf(side)].flatMap(([key, line]) => {
    const found = theirs.get(key);
    if (found === undefined) return [line.words];
    if (same(line.members, found.members)) return [];
    return line.words === found.words
      ? [`${line.words} (${detailsOf(line, found)})`]
      : [line.words];
  });
  if (differing.length > 0) return differing.join('\n');
  const moved = orderOf(side) !== orderOf(other) && linesOf(side).size === theirs.size;
  return moved
    ? [...linesOf(side).values()].map(({ words }) => words).join('\n')
    : t('conflict.noMore');
}

/**
 * What each of two definitions has that the other has not, in words: a line for each step, goal and
 * trigger that differs, and all of them where the order alone does (CON-11).
 */
export function sideTexts(
  theirs: Readonly<JsonObject>,
  mine: Readonly<JsonObject>,
): { theirs: string; mine: string } {
  return { theirs: sideText(theirs, mine), mine: sideText(mine, theirs) };
}
