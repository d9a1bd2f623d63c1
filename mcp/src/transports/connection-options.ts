import { nearest } from '@postroad/core/platform/nearest';
import { invalid, type Refusal } from '@postroad/core/platform/refusal';
import { confirmModes } from '../calls/confirmation.ts';
import type { McpOptions } from '../mcp-server.ts';
import { toolsets } from '../tools/tool.ts';

/** `sessionId` belongs to the transport: legacy SSE adds it to the URL for messages. */
const names = ['toolsets', 'read_only', 'confirm', 'sessionId'] as const;
const yes = ['1', 'true'];
const no = ['0', 'false'];

function refuseValue(name: string, value: string, known: readonly string[]): Refusal {
  const message = `${name} has no "${value.slice(0, 80)}". Choose among ${known.join(', ')}.`;
  return invalid([{ path: name, code: 'value_invalid', message }]);
}

function refuseName(name: string): Refusal {
  const shown = name.slice(0, 80);
  const meant = nearest(shown, names);
  const rest = meant ? ` Did you mean ${meant}?` : ' It takes toolsets, read_only and confirm.';
  const message = `The MCP URL has no option "${shown}".${rest}`;
  return invalid([{ path: shown, code: 'key_unknown', message }]);
}

/** The value as one text; a repeated option is joined with commas. */
function optionText(value: unknown): string | undefined {
  return value === undefined ? undefined : [value].flat().join(',');
}

/**
 * Reads the restrictions in a URL: `/mcp?toolsets=flows,emails&read_only=1&confirm=always`. Throws
 * a 422 for an unknown option or value, since ignoring it would offer more than was intended.
 */
export function connectionOptions(
  query: Readonly<Record<string, unknown>>,
): Pick<McpOptions, 'readOnly' | 'toolsets' | 'confirm'> {
  const unknownName = Object.keys(query).find((name) => !names.some((known) => known === name));
  if (unknownName !== undefined) throw refuseName(unknownName);
  const chosen = optionText(query.toolsets)
    ?.split(',')
    .map((name) => name.trim());
  const unknown = chosen?.find((name) => !toolsets.some((known) => known === name));
  if (unknown !== undefined) throw refuseValue('toolsets', unknown, toolsets);
  const requested = optionText(query.confirm);
  const confirm = confirmModes.find((mode) => mode === requested);
  if (requested !== undefined && confirm === undefined) {
    throw refuseValue('confirm', requested, confirmModes);
  }
  const readOnly = optionText(query.read_only) ?? '0';
  if (![...yes, ...no].includes(readOnly))
    throw refuseValue('read_only', readOnly, [...yes, ...no]);
  return { readOnly: yes.includes(readOnly), toolsets: chosen, confirm };
}
