import type { Issue } from '@postroad/core/platform/issue';
import { nearest } from '@postroad/core/platform/nearest';
import type { Problem } from '@postroad/core/platform/problem';
import { isConflict } from '@postroad/core/platform/refusal';
import { resolveTool, tools } from '../tools/catalog.ts';
import { toolSchema } from '../tools/schema.ts';
import type { Tool } from '../tools/tool.ts';

/** A problem document with the agent's next step (contract §1, MCP errors). */
export interface ToolProblem extends Problem {
  /** One sentence about what to do next. */
  fix: string;
  next_tool?: string;
  did_you_mean?: string;
}

type Guidance = Pick<ToolProblem, 'fix' | 'next_tool' | 'did_you_mean'>;

/**
 * The list tool where the right key or id can be found: that of the record which the problem names,
 * or of the tool's own object.
 */
function listToolFor(tool: Tool, detail: string): string | undefined {
  const kinds = tools.filter((entry) => entry.name.startsWith('list_')).map((entry) => entry.name);
  const kind = /^There is no (\w+)/.exec(detail)?.[1] ?? tool.name.split('_').slice(1).join('_');
  const plural = kind === 'person' ? 'people' : kind === 'send' ? 'queue' : `${kind}s`;
  return kinds.find((name) => name === `list_${plural}`);
}

function forNotFound(problem: Problem, tool: Tool): Guidance {
  const list = listToolFor(tool, problem.detail);
  if (list === undefined) return { fix: problem.detail };
  return { fix: `Take a key or id from ${list} and call ${tool.name} again.`, next_tool: list };
}

/** The argument of a nested path: `events` of `events[0].name`. */
function argumentOf(path: string): string {
  return /^[^.[]+/.exec(path)?.[0] ?? path;
}

/** Codes of findings about a whole argument; other findings concern one word in a text. */
const wholeValues: ReadonlySet<string> = new Set(['value_invalid', 'theme_unknown']);

function forField(error: Issue, tool: Tool): Guidance {
  const known = Object.keys(toolSchema(tool).properties);
  if (error.fix !== undefined) {
    const { fix, did_you_mean } = error;
    return { fix, ...(did_you_mean === undefined ? {} : { did_you_mean }) };
  }
  if (error.code === 'key_unknown') {
    const meant = /Did you mean (\w+)\?/.exec(error.message)?.[1] ?? nearest(error.path, known);
    if (meant) {
      return { fix: `Use ${meant} instead of ${error.path}.`, did_you_mean: meant };
    }
    const named = error.path.includes('.') ? '' : ` ${tool.name} takes ${known.join(', ')}.`;
    return { fix: `Leave ${error.path} out.${named}` };
  }
  if (error.code === 'required') return { fix: `Add ${error.path} and call ${tool.name} again.` };
  const value = /Did you mean "?([\w.-]+)"?\?/.exec(error.message)?.[1];
  if (value !== undefined && known.includes(error.path)) {
    const fix = wholeValues.has(error.code)
      ? `Use ${value} as ${error.path}.`
      : `Write ${value} in ${error.path} instead of the name in the message, and call ${tool.name} again.`;
    return { fix, did_you_mean: value };
  }
  const target = error.path === '' ? argumentOf(known[0] ?? 'the arguments') : error.path;
  return { fix: `Correct ${target} as the message says and call ${tool.name} again.` };
}

function forValidation(problem: Problem, tool: Tool): Guidance {
  const [first] = problem.errors ?? [];
  return first ? forField(first, tool) : { fix: `Correct the arguments of ${tool.name}.` };
}

function forConflict(problem: Problem, tool: Tool): Guidance {
  if ('validation' in problem) {
    return {
      fix: `Correct each of validation.errors with save_flow, as its fix says, then call ${tool.name} again.`,
      next_tool: 'save_flow',
    };
  }
  // The last sentence of a refusal says what to do instead.
  const instead = problem.detail.match(/[^.!?]+[.!?]+(?=\s|$)/g) ?? [];
  const fix = instead.length > 1 ? instead.at(-1)?.trim() : undefined;
  return { fix: fix ?? 'Read the record again, then decide what still has to change.' };
}

function guidance(problem: Problem, tool: Tool): Guidance {
  if (isConflict(problem.code)) return forConflict(problem, tool);
  switch (problem.code) {
    case 'not_found':
      return forNotFound(problem, tool);
    case 'validation_failed':
      return forValidation(problem, tool);
    case 'revision_mismatch':
      return {
        fix: `Make the change to current, then call ${tool.name} again with if_revision ${String(problem.actual)}.`,
      };
    case 'unauthorized':
      return { fix: 'Ask the operator for a valid token; this one is missing, wrong or revoked.' };
    case 'forbidden':
      return { fix: 'Ask the operator for a token that may do it; this one may not.' };
    case 'idempotency_key_reused':
      return { fix: 'Use another idempotency_key; this one belongs to a different call.' };
    case 'payload_too_large':
      return { fix: 'Send less at once: fewer events, or a shorter text.' };
    case 'rate_limited':
      return { fix: 'Wait a little and make the same call again.' };
    case 'unavailable':
    case 'internal':
      return { fix: 'Make the same call again; if it fails again, report it to the operator.' };
    default:
      return { fix: problem.detail };
  }
}

/**
 * Adds guidance to the problem of a tool call; `near` is the existing key closest to an unknown
 * one.
 */
export function toolProblem(problem: Problem, tool: Tool, near: string | null = null): ToolProblem {
  const guided = { ...problem, ...guidance(problem, tool) };
  if (near === null) return guided;
  return { ...guided, fix: `Call ${tool.name} with ${near} instead.`, did_you_mean: near };
}

/** The problem of an unknown or hidden tool name, with the nearest offered one. */
export function unknownTool(name: string, offered: readonly Tool[]): ToolProblem {
  const names = offered.map((entry) => entry.name);
  const meant = nearest(name, names);
  const hidden = resolveTool(name) !== undefined;
  const base = { type: 'about:blank', title: 'Not found', status: 404, code: 'not_found' } as const;
  if (hidden) {
    const detail = `The tool ${name} is not offered on this connection, which may use only some of the tools.`;
    return { ...base, detail, fix: 'Use one of the tools in tools/list.' };
  }
  const detail = `There is no tool "${name.slice(0, 80)}".`;
  if (!meant) return { ...base, detail, fix: 'Use one of the tools in tools/list.' };
  return { ...base, detail, fix: `Call ${meant}.`, did_you_mean: meant, next_tool: meant };
}
