import { isObject, type JsonObject, own } from '@postroad/core/platform/json';
import { fieldWords } from '../../operations/field-words.ts';
import { valueAt } from '../../platform/value-at.ts';
import { language, said } from '../../platform/words.ts';
import { goalText } from '../goals/goal-list.tsx';
import { stepText } from '../step-text.ts';
import { allSteps, type StepNode, stepTree } from '../steps.ts';
import { typeLabel } from '../type-label.ts';
import type { ChangeKind } from './merged.ts';

interface Sides {
  from: Readonly<JsonObject>;
  to: Readonly<JsonObject>;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const lineOf = (node: StepNode) => stepText(node) || typeLabel(node.type);

function editWords(was: StepNode, is: StepNode): string {
  const keys = [...new Set([...Object.keys(was.step), ...Object.keys(is.step)])]
    .filter((key) => !is.arms.some((arm) => arm.key === key))
    .filter((key) => key !== 'name' && !same(own(was.step, key), own(is.step, key)));
  const [before, now] = [lineOf(was), lineOf(is)];
  const others = before === now ? keys : keys.filter((key) => key === 'description');
  return [
    was.name === is.name
      ? null
      : said('said.diff.renamed', { from: typeLabel(was.name), to: typeLabel(is.name) }),
    before === now ? null : `${before} → ${now}`,
    others.length === 0
      ? null
      : said('said.diff.keys', { keys: others.map((name) => fieldWords(name)).join(', ') }),
  ]
    .filter((text) => text !== null)
    .join('; ');
}

/**
 * What was done to a step: in English the sentence of the service, in other languages one that is made
 * from both definitions (CON-21).
 */
export function stepChangeWords(
  kind: ChangeKind,
  id: number,
  { from, to }: Sides,
  summary: string,
): string {
  if (language.value === 'en') return summary;
  const find = ({ nodes }: Readonly<JsonObject>) =>
    allSteps(stepTree(nodes)).find((node) => node.id === id);
  const [was, is] = [find(from), find(to)];
  const node = is ?? was;
  if (node === undefined) return summary;
  if (kind === 'moved') return said('said.diff.moved', { path: was?.path ?? '' }) ?? summary;
  if (kind === 'changed' && was !== undefined && is !== undefined) return editWords(was, is);
  return lineOf(node);
}

function goalLine(goal: JsonObject): string {
  return `${String(own(goal, 'name') ?? '…')}: ${goalText(goal)}`;
}

/** The same for a goal, by its path: into the newer definition, of a removed one into the older. */
export function goalChangeWords(
  { kind, path, summary }: { kind: ChangeKind; path: string; summary: string },
  { from, to }: Sides,
): string {
  const goal = valueAt(kind === 'removed' ? from : to, path);
  if (language.value === 'en' || !isObject(goal)) return summary;
  const is = goalLine(goal);
  if (kind !== 'changed') return is;
  const goals: readonly unknown[] = Array.isArray(from.goals) ? from.goals : [];
  const before = goals.filter(isObject).find((one) => own(one, 'name') === own(goal, 'name'));
  const was = before === undefined ? is : goalLine(before);
  return was === is ? (said('said.diff.details', { goal: is }) ?? summary) : `${was} → ${is}`;
}
