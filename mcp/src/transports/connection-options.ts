import { nearest } from '@postroad/core/platform/nearest';
import { invalid, type Refusal } from '@postroad/core/platform/refusal';
import { confirmModeOf, confirmNames } from '../calls/confirmation.ts';
import { toolMeant } from '../calls/tool-problem.ts';
import type { McpOptions } from '../mcp-server.ts';
import { tools as everyTool } from '../tools/catalog.ts';
import { operationsOf, toolsetNames } from '../tools/tool.ts';

/** `sessionId` belongs to the transport: legacy SSE adds it to the URL for messages. */
const names = ['toolsets', 'tools', 'read_only', 'confirm', 'sessionId'] as const;
const yes = ['1', 'true'];
const no = ['0', 'false'];

function refuseValue(name: string, value: string, known: readonly string[]): Refusal {
  const shown = value.slice(0, 80);
  const hint = name === 'tools' ? toolHint(shown) : `Choose among ${known.join(', ')}.`;
  const message = `${name} has no "${shown}". ${hint}`;
  return invalid([{ path: name, code: 'value_invalid', message }]);
}

/** Tools are too many to list. Of an operation that shares a tool, the tool is named. */
function toolHint(name: string): string {
  const near = toolMeant(name, everyTool);
  const meant = everyTool.find(
    (tool) => tool.name === near || operationsOf(tool).some((operation) => operation === near),
  )?.name;
  return `${meant ? `Did you mean ${meant}? ` : ''}find_tools finds the right name.`;
}

function refuseName(name: string): Refusal {
  const shown = name.slice(0, 80);
  const meant = nearest(shown, names);
  const rest = meant
    ? ` Did you mean ${meant}?`
    : ' It takes toolsets, tools, read_only and confirm.';
  const message = `The MCP URL has no option "${shown}".${rest}`;
  return invalid([{ path: shown, code: 'key_unknown', message }]);
}

/** The value as one text; a repeated option is joined with commas. */
function optionText(value: unknown): string | undefined {
  return value === undefined ? undefined : [value].flat().join(',');
}

/** The names in an option, each of which must be known. */
function namesIn(value: unknown, option: string, known: readonly string[]): string[] | undefined {
  const chosen = optionText(value)
    ?.split(',')
    .map((name) => name.trim());
  const unknown = chosen?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw refuseValue(option, unknown, known);
  return chosen;
}

/**
 * Reads the restrictions in a URL: `/mcp?toolsets=flows,emails&tools=get_report&read_only=1&confirm=always`. Throws
 * a 422 for an unknown option or value, since ignoring it would offer more than was intended.
 */
export function connectionOptions(
  query: Readonly<Record<string, unknown>>,
): Pick<McpOptions, 'readOnly' | 'toolsets' | 'tools' | 'confirm'> {
  const unknownName = Object.keys(query).find((name) => !names.some((known) => known === name));
  if (unknownName !== undefined) throw refuseName(unknownName);
  const toolsets = namesIn(query.toolsets, 'toolsets', toolsetNames);
  const tools = namesIn(
    query.tools,
    'tools',
    everyTool.map(({ name }) => name),
  );
  const requested = optionText(query.confirm);
  const confirm = confirmModeOf(requested);
  if (requested !== undefined && confirm === undefined) {
    throw refuseValue('confirm', requested, confirmNames);
  }
  const readOnly = optionText(query.read_only) ?? '0';
  if (![...yes, ...no].includes(readOnly))
    throw refuseValue('read_only', readOnly, [...yes, ...no]);
  return { readOnly: yes.includes(readOnly), toolsets, tools, confirm };
}
