import { flagOf } from '@postroad/cli/commands/operation-flags';
import { main } from '@postroad/cli/main';
import type { Terminal } from '@postroad/cli/output/terminal';
import { type OperationName, operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { slimInput } from '@postroad/core/catalog/input-schema';
import { commandWords, httpWords } from '@postroad/core/catalog/words';
import { isWrite, pathParameters } from '@postroad/core/platform/operations/operation';
import { thrownProblem } from '@postroad/core/platform/thrown-problem';
import { isTimestamp } from '@postroad/core/platform/timestamp';
import { createClient } from '@postroad/http/client/client';
import { takes } from '@postroad/mcp/tools/argument-names';
import { toolForOperation, withToolNames } from '@postroad/mcp/tools/catalog';
import type { Tool } from '@postroad/mcp/tools/tool';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type McpClient, transports } from '../mcp/mcp-clients.ts';
import { type RunningService, startService } from './running-service.ts';

type Input = Record<string, unknown>;

/** The result of one surface: an answer or a problem. */
type Said = { answer: unknown } | { problem: unknown };

/** One call to be made through every surface. */
export interface SurfaceCase {
  name: OperationName;
  input?: Input | ((facts: Facts) => Input);
}

/** The records of the starter content and one posted event. */
export interface Facts {
  theme_key: string;
  layout_id: number;
  email_id: number;
  flow_key: string;
  /** The newest version of that flow. */
  version_id: number;
  person: string;
  /** A run of somebody else through that flow. */
  run_id: number;
}

const writesOnce = new Set<OperationName>(['move_clock']);

function comparable({ code, status, detail, errors }: Record<string, unknown>): unknown {
  return { code, status, detail, errors };
}

async function overHttp(running: RunningService, name: OperationName, input: Input): Promise<Said> {
  const client = createClient({ url: running.url, token: running.token });
  const dryRun = isWrite(operationNamed(name)) && !writesOnce.has(name);
  try {
    const { output } = await client.invoke(name, input as never, { dryRun });
    return { answer: dryRun ? { ...(output as object), dry_run: true } : output };
  } catch (error) {
    const problem = thrownProblem(error);
    if (!problem) throw error;
    return { problem: comparable({ ...problem }) };
  }
}

/** Arguments of the tool for the operation, and how its answer is converted back. */
function toolCall(
  name: OperationName,
  input: Input,
): { args: Input; read: (answer: Input) => unknown } {
  const read = (answer: Input) => answer;
  if (name === 'record_event') {
    return {
      args: { events: [input] },
      read: ({ results, ...rest }) => ({ ...(results as Input[])[0], ...rest }),
    };
  }
  const served = toolForOperation(name)?.operation;
  if (typeof served === 'object' && 'create' in served && served.create === name && served.keyAs) {
    const { [served.keyAs]: key, ...rest } = input;
    return { args: { [served.by]: key, ...rest }, read };
  }
  if (typeof served === 'object' && 'otherwise' in served && served.call === name) {
    const { when } = served;
    const taken = slimInput(operationNamed(name).input).properties;
    const mark = { [when]: takes(name, when) ? taken[when]?.enum?.[0] : true };
    return { args: { ...mark, ...input }, read };
  }
  if (name === 'list_segment_people') {
    const { segment_key, ...rest } = input;
    return { args: { segment: segment_key, ...rest }, read };
  }
  if (name === 'create_segment' && input.key !== undefined) {
    const { key, ...rest } = input;
    return { args: { segment_key: key, ...rest }, read };
  }
  return { args: input, read };
}

/** Moves the text of subscribers in an MCP answer back to where it is on other surfaces. */
function withoutUntrusted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUntrusted);
  if (typeof value !== 'object' || value === null) return value;
  const { untrusted, ...rest } = value as Input;
  return Object.fromEntries(
    Object.entries({ ...rest, ...(untrusted as Input | undefined) }).map(([name, member]) => [
      name,
      withoutUntrusted(member),
    ]),
  );
}

async function overMcp(client: McpClient, name: OperationName, input: Input): Promise<Said> {
  const tool = toolForOperation(name);
  if (!tool) throw new Error(`No tool serves ${name}.`);
  const { args, read } = toolCall(name, input);
  const dryRun = isWrite(operationNamed(name)) && !writesOnce.has(name);
  const whole = tool.hints.readOnly ? args : { ...args, verbose: true };
  const said = await client.call(tool.name, dryRun ? { ...whole, dry_run: true } : whole);
  if (!said.isError) return { answer: read(withoutUntrusted(said.answer) as Input) };
  expect(said.answer).toMatchObject({ code: expect.any(String), fix: expect.any(String) });
  return { problem: comparable(said.answer) };
}

/** The command line of a call; objects and lists are written as JSON. */
function commandLine(name: OperationName, input: Input): string[] {
  const operation = operationNamed(name);
  const inPath = pathParameters(operation.path);
  const argumentText = (value: unknown) =>
    typeof value === 'object' ? JSON.stringify(value) : String(value);
  const flags = Object.entries(input)
    .filter(([key]) => !inPath.includes(key))
    .flatMap(([key, value]) => [flagOf(key), argumentText(value)]);
  return [
    operation.noun,
    operation.verb,
    ...inPath.map((key) => argumentText(input[key])),
    ...flags,
  ];
}

export interface Ran {
  exitCode: number;
  out: string;
  err: string;
}

/** Runs the CLI in this process; `terminal` overrides parts of its terminal. */
export async function runCli(
  argv: string[],
  env: Record<string, string>,
  stdin = '',
  outIsTty = false,
  terminal: Partial<Terminal> = {},
): Promise<Ran> {
  let out = '';
  let err = '';
  const exitCode = await main(argv, {
    env,
    cwd: '/',
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    outBytes: async () => undefined,
    outIsTty,
    errIsTty: false,
    inIsTty: false,
    columns: 120,
    readStdin: async () => stdin,
    stdinBytes: async function* () {
      yield new TextEncoder().encode(stdin);
    },
    ask: async () => null,
    open: async () => false,
    edit: async () => false,
    drained: async () => undefined,
    stopped: () => new Promise(() => undefined),
    ...terminal,
  });
  return { exitCode, out, err };
}

async function overCli(running: RunningService, name: OperationName, input: Input): Promise<Said> {
  const dryRun = isWrite(operationNamed(name)) && !writesOnce.has(name);
  const argv = [...commandLine(name, input), '--json', ...(dryRun ? ['--dry-run'] : [])];
  const { exitCode, out, err } = await runCli(argv, running.env);
  if (exitCode === 0) return { answer: JSON.parse(out) };
  return { problem: comparable(JSON.parse(err) as Record<string, unknown>) };
}

/** Members that differ between two calls of one operation. */
function stable(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((entry) => stable(entry));
  if (typeof value === 'object' && value !== null) {
    // No revision of a draft is given twice, not by a dry run either.
    const drawn = 'base_revision' in value && 'revision' in value ? { revision: '<drawn>' } : {};
    return Object.fromEntries(
      Object.entries({ ...value, ...drawn }).map(([name, entry]) => [name, stable(entry, name)]),
    );
  }
  if (typeof value === 'number' && /(^|_)id$/.test(key)) return '<id>';
  if (key === 'counted_ms' || key === 'gibibytes') return `<${key}>`;
  if (typeof value !== 'string') return value;
  if (/_at$/.test(key) || key === 'secret') return `<${key}>`;
  // The secret of an embedded flow.
  if (value.includes('#postroad_')) return `<${key}>`;
  if (value.includes('/sign-in#')) return '<link>';
  if (['at', 'until'].includes(key) && isTimestamp(value)) return `<${key}>`;
  // Others write to the disk meanwhile.
  return value.replace(/^[\d.]+ GiB are free/, '<room> is free');
}

async function layGround(running: RunningService): Promise<Facts> {
  await running.invoke('record_event', { email: 'ada@example.com', name: 'trial_began' });
  await running.invoke('record_event', { email: 'grace@example.com', name: 'signed_up' });
  const themes = (await running.invoke('list_themes', {})) as { themes: { key: string }[] };
  const layouts = (await running.invoke('list_layouts', {})) as { templates: { id: number }[] };
  const emails = (await running.invoke('list_emails', {})) as { emails: { id: number }[] };
  const flows = (await running.invoke('list_flows', {})) as { flows: { key: string }[] };
  const flow_key = flows.flows[0]?.key ?? '';
  const kept = (await running.invoke('list_flow_versions', { flow_key })) as {
    versions: { id: number }[];
  };
  const ran = (await running.invoke('list_flow_runs', { flow_key })) as { runs: { id: number }[] };
  return {
    theme_key: themes.themes[0]?.key ?? '',
    layout_id: layouts.templates[0]?.id ?? 0,
    email_id: emails.emails[0]?.id ?? 0,
    flow_key,
    version_id: kept.versions[0]?.id ?? 0,
    run_id: ran.runs[0]?.id ?? 0,
    person: 'ada@example.com',
  };
}

/**
 * Declares one test for each call: HTTP, MCP and CLI answer or refuse it alike. Writes are dry
 * runs, so that all three find the same data.
 */
export function answersAlike(cases: SurfaceCase[]): void {
  let running: RunningService;
  let mcp: McpClient;
  let facts: Facts;

  beforeAll(async () => {
    running = await startService();
    mcp = await transports['Streamable HTTP, 2026'](running, '?confirm=never');
    facts = await layGround(running);
  });

  afterAll(async () => {
    await mcp.close();
    await running.stop();
  });

  it.each(cases.map((entry, index) => [entry.name, index] as const))(
    'answers %s (%i) alike over HTTP, MCP and CLI',
    async (name, index) => {
      const given = cases[index]?.input ?? {};
      const input = typeof given === 'function' ? given(facts) : given;
      const http = await overHttp(running, name, input);
      const said = 'answer' in http ? asTool(http, toolForOperation(name)) : http;
      const expected = unworded(stable(said));
      expect(unworded(stable(await overMcp(mcp, name, input)))).toEqual(expected);
      const overCommands = unworded(stable(await overCli(running, name, input)));
      expect(overCommands).toEqual(unworded(stable(http)));
    },
  );
}

/** Each way to call an operation with its tool, the longest words first. */
const spoken = operationNames
  .flatMap((name): [words: string, tool: string][] => {
    const tool = toolForOperation(name)?.name ?? name;
    return [httpWords(name, null), commandWords(name, null), name].map((words) => [words, tool]);
  })
  .toSorted(([one], [other]) => other.length - one.length);

/** An answer without the words of its surface (SAFE-57): every operation is called by its tool. */
function unworded(said: unknown): unknown {
  let text = JSON.stringify(said).replace(/(?:\?topic=| --topic )/g, ' ');
  for (const [index, [words]] of spoken.entries()) text = text.replaceAll(words, `<${index}>`);
  return JSON.parse(text.replace(/<(\d+)>/g, (_, index) => spoken[Number(index)]?.[1] ?? ''));
}

/**
 * A tool returns one of its formats, the first by default, and names tools instead of operations.
 */
function asTool(said: { answer: unknown }, tool: Tool | undefined): Said {
  const { formats = [], namesOperations = [], compact = (answer: object) => answer } = tool ?? {};
  const entries = Object.entries(compact(said.answer as object))
    .filter(([name]) => !formats.slice(1).includes(name))
    .map(([name, value]) => [name, namesOperations.includes(name) ? withToolNames(value) : value]);
  return { answer: Object.fromEntries(entries) };
}
