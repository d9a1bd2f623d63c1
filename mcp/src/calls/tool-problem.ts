import type { OperationName } from '@postroad/core/catalog/catalog';
import type { TopicName } from '@postroad/core/catalog/describe/topic-names';
import type { Issue } from '@postroad/core/platform/issue';
import { distance, nearest } from '@postroad/core/platform/nearest';
import { type Problem, problemType } from '@postroad/core/platform/problem';
import { type ConflictCode, isConflict } from '@postroad/core/platform/refusal';
import { listedName, nearestArgument } from '../tools/argument-names.ts';
import { resolveTool, toolByName, toolForOperation, tools } from '../tools/catalog.ts';
import { isShown, toolSchema } from '../tools/schema.ts';
import { isOtherName, toolSaid } from '../tools/search-tools.ts';
import { operationsOf, type Tool } from '../tools/tool.ts';

/** A problem document with the agent's next step (contract §1, MCP errors). */
export interface ToolProblem extends Problem {
  /** One sentence about what to do next. */
  fix: string;
  next_tool?: string;
  did_you_mean?: string;
}

type Guidance = Pick<ToolProblem, 'fix' | 'next_tool' | 'did_you_mean'>;

/** List tools of records that are called otherwise. */
const listsOf: Readonly<Record<string, string>> = {
  person: 'list_people',
  send: 'list_sends',
  run: 'list_flow_runs',
  version: 'list_flow_versions',
  template: 'list_layouts',
  event: 'list_event_types',
  import: 'list_imports',
};

function listOf(kind: string): string | undefined {
  const name = listsOf[kind] ?? `list_${kind.replace(/y$/, 'ie')}s`;
  return tools.find((tool) => tool.name === name)?.name;
}

/** The kind of record that a problem names, such as `webhook_endpoint`. */
function missingKind(detail: string): string | undefined {
  const [, kind] = /^There is no ([a-z]+(?: [a-z]+)?) "/.exec(detail) ?? [];
  return kind?.replace(' ', '_');
}

/**
 * The list tool where the right key or id can be found: that of the record which the problem names,
 * or of the tool's own object.
 */
function listToolFor(tool: Tool, detail: string): string | undefined {
  return listOf(missingKind(detail) ?? tool.name.split('_').slice(1).join('_'));
}

/** How to go without the record: all of them, or a new one. */
function withoutRecord({ name, operation }: Tool, detail: string, list: string): string | null {
  if (typeof operation !== 'object') return null;
  if ('otherwise' in operation && name === list) {
    return `Call ${name} without ${listedName(operation.when)} to see all.`;
  }
  const kind = missingKind(detail);
  if (!('create' in operation) || operation.keyAs !== undefined || kind === undefined) return null;
  if (!operation.by.startsWith(kind)) return null;
  return `Take a key or id from ${list}, or leave ${listedName(operation.by)} out to create one.`;
}

/** Tools that show what others change, where their names do not tell; null where none shows it. */
const readersOf: Readonly<Record<string, string | null>> = {
  add_note: 'get_timeline',
  delete_theme: 'list_themes',
  make_default_theme: 'list_themes',
  tag_people: 'list_taggings',
  import_people: 'list_imports',
  cancel_run: 'list_flow_runs',
  move_run: 'list_flow_runs',
  retry_run: 'list_flow_runs',
  retry_failed_sends: 'list_sends',
  apply_definitions: 'diff_definitions',
  save_profile: 'get_settings',
  revert_change: null,
};

/**
 * The tool that shows what a tool changes: for `replace_broadcast_email` that of the broadcast, rather
 * than of its email, and the one that gets a record rather than the one that lists them.
 */
function readerFor({ name }: Tool): string | null {
  const known = readersOf[name];
  if (known !== undefined) return known;
  const readers = tools.flatMap((tool) => {
    const [, verb, object = ''] = /^(get|list)_(.*?)s?$/.exec(tool.name) ?? [];
    const place = name.indexOf(`_${object}`);
    if (verb === undefined || !tool.hints.readOnly || place < 0) return [];
    return [{ name: tool.name, place, size: object.length, lists: verb === 'list' }];
  });
  readers.sort((a, b) => a.place - b.place || b.size - a.size || Number(a.lists) - Number(b.lists));
  return readers[0]?.name ?? null;
}

function forNotFound(problem: Problem, tool: Tool): Guidance {
  if (problem.detail.includes(' has no draft.')) {
    const fix = `Keep a draft with save_draft first, then call ${tool.name} again.`;
    return { fix, next_tool: 'save_draft' };
  }
  if (/^There is no person ".*" yet\. /.test(problem.detail)) {
    const fix = `Call ${tool.name} again once they have confirmed; until then nothing else is sent.`;
    return { fix };
  }
  const list = listToolFor(tool, problem.detail);
  if (list === undefined) {
    const reader = readerFor(tool);
    if (reader === null) return { fix: `Correct the arguments of ${tool.name} and call it again.` };
    return { fix: `Look at ${reader}, then call ${tool.name} again.`, next_tool: reader };
  }
  const other = withoutRecord(tool, problem.detail, list);
  const fix = other ?? `Take a key or id from ${list} and call ${tool.name} again.`;
  return { fix, next_tool: list };
}

/** The argument of a nested path: `events` of `events[0].name`. */
function argumentOf(path: string): string {
  return /^[^.[]+/.exec(path)?.[0] ?? path;
}

/** Codes of findings about a whole argument; other findings concern one word in a text. */
const wholeValues: ReadonlySet<string> = new Set(['value_invalid', 'theme_unknown']);

/** Codes of findings whose own fix names another argument than the one at fault. */
const fixedElsewhere: ReadonlySet<string> = new Set(['column_unknown']);

function forKey({ path, message, did_you_mean, fix }: Issue, tool: Tool): Guidance {
  if (fix !== undefined && did_you_mean === undefined) return { fix };
  const known = Object.keys(toolSchema(tool).properties);
  const shown = known.filter((name) => isShown(tool, name));
  const meant = did_you_mean ?? nearestArgument(path, tool, shown);
  // Another operation of the same tool takes it.
  if (known.includes(path)) return { fix: `Leave ${path} out of this call of ${tool.name}.` };
  if (meant) return { fix: `Use ${meant} instead of ${path}.`, did_you_mean: meant };
  const [, beside] = message.split(' Known are ', 2);
  const nested = beside === undefined ? '' : ` Known are ${beside}`;
  const named = path.includes('.') ? nested : ` ${tool.name} takes ${shown.join(', ')}.`;
  return { fix: `Leave ${path} out.${named}` };
}

/** What a bound in a message asks for, such as `Shorten title to 200 characters`. */
function forBound(target: string, message: string): string {
  const [sentence = ''] = message.split(/\.(?: Did you mean |$)/, 1);
  const most = /may (?:be|hold) at most (.*)/s.exec(sentence)?.[1];
  if (most !== undefined) {
    return `${/^[\d,.-]+$/.test(most) ? 'Lower' : 'Shorten'} ${target} to ${most.replace(' long', '')}`;
  }
  const least = /must (be|hold) at least (.*)/s.exec(sentence);
  if (least !== null) {
    return `${least[1] === 'hold' ? 'Give' : 'Raise'} ${target} ${least[1] === 'hold' ? 'at least' : 'to'} ${least[2]}`;
  }
  const wanted = /must be (.*)/s.exec(sentence)?.[1]?.split(', not ', 1)[0];
  if (wanted?.startsWith('in ')) return `Send a ${target} ${wanted}`;
  return wanted === undefined ? `Change ${target}` : `Send ${target} as ${wanted}`;
}

/** That a key creates what has none yet, where an argument does (`keyAs`). */
function newKeyFor(path: string, { operation }: Tool): string {
  const isNew = typeof operation === 'object' && 'keyAs' in operation && operation.by === path;
  return isNew ? ', the key: a new one creates the record, one that is there changes it,' : '';
}

/** The tool that a fix sends to: describe_schema, or else the first other one that it names. */
function nextToolIn(fix: string, { name }: Tool): string | undefined {
  if (fix.includes('describe_schema')) return 'describe_schema';
  const named = fix.split(/\W+/).filter((word) => word.includes('_') && word !== name);
  const found = named.flatMap(
    (word) => toolByName(word) ?? toolForOperation(word as OperationName) ?? [],
  );
  return found.find((one) => one.name !== name)?.name;
}

function forField(error: Issue, tool: Tool): Guidance {
  const known = Object.keys(toolSchema(tool).properties);
  const { code, path, message, fix, did_you_mean } = error;
  if (code === 'key_unknown') return forKey(error, tool);
  if (code === 'nobody_to_preview_as' && path === 'person') {
    return {
      fix: `Add somebody with save_person, then call ${tool.name} again.`,
      next_tool: 'save_person',
    };
  }
  if (did_you_mean !== undefined && known.includes(path) && !fixedElsewhere.has(code)) {
    const whole = wholeValues.has(code)
      ? `Use ${did_you_mean} as ${path}.`
      : `Write ${did_you_mean} in ${path} instead of the unknown name, and call ${tool.name} again.`;
    return { fix: whole, did_you_mean };
  }
  if (fix !== undefined) {
    const next = nextToolIn(fix, tool);
    return {
      fix,
      ...(did_you_mean !== undefined && { did_you_mean }),
      ...(next !== undefined && { next_tool: next }),
    };
  }
  if (code === 'required')
    return { fix: `Add ${path}${newKeyFor(path, tool)} and call ${tool.name} again.` };
  const list = listOf(/^(\w+)_unknown$/.exec(code)?.[1] ?? '');
  const target = path === '' ? argumentOf(known[0] ?? 'the arguments') : path;
  if (list !== undefined) {
    return { fix: `Take ${target} from ${list} and call ${tool.name} again.`, next_tool: list };
  }
  return (
    forId(error, tool) ?? { fix: `${forBound(target, message)}, and call ${tool.name} again.` }
  );
}

/** Where ids come from, for a key or a name in place of a number; null for what is no id. */
function forId({ code, path }: Issue, tool: Tool): Guidance | null {
  const kind = code === 'type_invalid' ? /(?:^|\.)(\w+)_id$/.exec(path)?.[1] : undefined;
  const list = kind === undefined ? undefined : listOf(kind);
  if (kind === undefined || list === undefined) return null;
  const byKey = path === `${kind}_id` && Object.hasOwn(toolSchema(tool).properties, kind);
  const key = byKey ? `, or send its key as ${kind},` : '';
  return {
    fix: `Take ${path}, a number, from ${list}${key} and call ${tool.name} again.`,
    next_tool: list,
  };
}

/** The topic of describe_schema that shows how a setting with members is written. */
function topicOfSetting(path: string): TopicName | undefined {
  const topics: [string, TopicName][] = [
    ['settings.send_windows', 'send_windows'],
    ['settings.sending.frequency_caps', 'send_windows'],
    ['settings.sending.subscription_preferences', 'preferences'],
  ];
  return topics.find(([setting]) => path.startsWith(setting))?.[1];
}

function forValidation(problem: Problem, tool: Tool): Guidance {
  const [first] = problem.errors ?? [];
  if (first === undefined) return { fix: `Correct the arguments of ${tool.name}.` };
  const guided = forField(first, tool);
  const topic = tool.name === 'save_settings' ? topicOfSetting(first.path) : undefined;
  if (topic === undefined || guided.next_tool !== undefined) return guided;
  const fix = `${guided.fix} describe_schema ${topic} shows the form.`;
  return { ...guided, fix, next_tool: 'describe_schema' };
}

/** What to do about conflicts of one kind, whichever tool met them. */
const forKinds: Partial<Record<ConflictCode, (tool: string) => string>> = {
  in_use: (tool) => `Take it out of each record that holders names, then call ${tool} again.`,
  people_on_steps: (tool) =>
    `Keep the steps with their ids, move their people with move_run, or call ${tool} with force true.`,
  flow_test_failed: (tool) =>
    `Correct the flow, or what its tests expect, as tests says, or call ${tool} with force true.`,
  email_blank: (tool) =>
    `Write subject and body_markdown with save_email, then call ${tool} again.`,
  email_archived: (tool) =>
    `Bring the email back with delete_email and restore true, then call ${tool} again.`,
};

function forConflict(problem: Problem, tool: Tool): Guidance {
  const kind = isConflict(problem.code) ? forKinds[problem.code] : undefined;
  if (kind !== undefined) return { fix: kind(tool.name) };
  const drafted = tool.name === 'publish_draft';
  if ('validation' in problem) {
    const save = drafted ? 'save_draft' : 'save_flow';
    return {
      fix: `Correct each of validation.errors with ${save}, as its fix says, then call ${tool.name} again.`,
      next_tool: save,
    };
  }
  if (drafted && 'live_revision' in problem) {
    // The same draft on the new base would undo what others changed meanwhile.
    const fix = `Call get_draft, take what its changes undo of the present state into the definition or content, then save_draft it with base_revision ${String(problem.live_revision)}.`;
    return { fix, next_tool: 'get_draft' };
  }
  if (drafted && 'draft_revision' in problem) {
    const fix = `Call get_draft, then publish_draft with draft_revision ${String(problem.draft_revision)}.`;
    return { fix, next_tool: 'get_draft' };
  }
  // The last sentence of a refusal says what to do instead.
  const sentences = problem.detail.split(/(?<=[.!?])\s+/).filter((text) => /[.!?]$/.test(text));
  const instead = sentences.length > 1 ? sentences.at(-1)?.replace(/\.$/, '') : undefined;
  if (tool.name === 'revert_change' && instead !== undefined) {
    // The same call meets the same refusal, whatever is done before it.
    const fix = `${instead}; list_changes says in revert which changes can be reverted.`;
    return { fix, next_tool: 'list_changes' };
  }
  const reader = readerFor(tool);
  if (reader === null) {
    const first = instead === undefined ? 'Look at what changed' : instead;
    return { fix: `${first}, then call ${tool.name} again if it is still wanted.` };
  }
  if (instead !== undefined) return { fix: `${instead}; ${reader} shows the present state.` };
  return { fix: `Look at it with ${reader}, then decide what still has to change.` };
}

/** The argument by its name, where the list of tools shows it (AGM-02). */
function keyNameOf(tool: Tool): string {
  return isShown(tool, 'idempotency_key') ? 'idempotency_key' : 'key';
}

function forReusedKey(tool: Tool): Guidance {
  return { fix: `Use another ${keyNameOf(tool)}; this one belongs to a different call.` };
}

/** What refusals say of a write that may have been done all the same. */
const maybeDone = ['may or may not be done', 'may have been carried out'];

function isUnknown({ code, detail }: Problem): boolean {
  return code === 'internal' || maybeDone.some((said) => detail.includes(said));
}

/** A second call without a key would do twice what the first one did. */
function forUnknownOutcome(tool: Tool): Guidance {
  const reader = readerFor(tool) ?? 'list_changes';
  const fix = `Nobody knows whether this was done: look with ${reader} before ${tool.name} is called again. With the same ${keyNameOf(tool)} it is never done twice.`;
  return { fix, next_tool: reader };
}

function guidance(problem: Problem, tool: Tool): Guidance {
  if (isConflict(problem.code)) return forConflict(problem, tool);
  switch (problem.code) {
    case 'not_found':
      return forNotFound(problem, tool);
    case 'validation_failed':
      return forValidation(problem, tool);
    case 'revision_mismatch':
      if (problem.actual === null) return { fix: `Call ${tool.name} again without if_revision.` };
      return {
        fix: `Make the change to current, then call ${tool.name} again with if_revision ${String(problem.actual)}.`,
      };
    case 'confirmation_required':
      return {
        fix: `Call ${tool.name} with dry_run true, show the operator what it says, and send its confirm_token with the same arguments once they agree.`,
      };
    case 'unauthorized':
      return { fix: 'Ask the operator for a valid token; this one is missing, wrong or revoked.' };
    case 'token_expired':
      return { fix: 'Ask the operator for another token; this one has expired.' };
    case 'forbidden':
      return { fix: 'Ask the operator for a token that may do it; this one may not.' };
    case 'address_not_allowed':
      return { fix: 'Ask the operator for a token that may be used from this address.' };
    case 'idempotency_key_reused':
      return forReusedKey(tool);
    case 'payload_too_large':
      return { fix: 'Send less at once: fewer events, or a shorter text.' };
    case 'rate_limited':
      return { fix: `Wait ${String(problem.retry_after ?? 60)} s, then call ${tool.name} again.` };
    case 'unavailable':
    case 'internal':
      if (!tool.hints.readOnly && isUnknown(problem)) return forUnknownOutcome(tool);
      return { fix: `Call ${tool.name} again; if it fails again, report it to the operator.` };
    default:
      return { fix: `Correct the arguments of ${tool.name} and call it again.` };
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

/** The most letters by which a name is misspelt rather than another one. */
const misspelt = 2;

/** The offered tool that a name is misspelt from, or else the one that does what it says. */
export function toolMeant(name: string, offered: readonly Tool[]): string | null {
  // An operation that shares a tool with its opposite can be called by its own name.
  const near = nearest(
    name,
    offered.flatMap((entry) => [entry.name, ...operationsOf(entry)]),
  );
  const isMisspelt = near !== null && distance(name.toLowerCase(), near, misspelt) <= misspelt;
  if (isMisspelt && !isOtherName(name.slice(0, 80), near, offered)) return near;
  return toolSaid(name.slice(0, 80), offered)?.name ?? null;
}

/** The problem of an unknown or hidden tool name, with the offered one that it means. */
export function unknownTool(name: string, offered: readonly Tool[]): ToolProblem {
  const meant = toolMeant(name, offered);
  const hidden = resolveTool(name) !== undefined;
  const base = {
    type: problemType('not_found'),
    title: 'Not found',
    status: 404,
    code: 'not_found',
  } as const;
  if (hidden) {
    const detail = `The tool ${name} is not offered on this connection, which may use only some of the tools.`;
    return { ...base, detail, fix: 'Use one of the tools in tools/list.' };
  }
  const detail = `There is no tool "${name.slice(0, 80)}".`;
  if (!meant) {
    const fix = 'Call find_tools with what you want to do as q.';
    return { ...base, detail, fix, next_tool: 'find_tools' };
  }
  return { ...base, detail, fix: `Call ${meant}.`, did_you_mean: meant, next_tool: meant };
}
