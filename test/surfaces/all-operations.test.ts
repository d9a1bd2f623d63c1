import { createProgram } from '@postroad/cli/main';
import { processTerminal } from '@postroad/cli/output/terminal';
import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { isWrite, pathParameters } from '@postroad/core/platform/operations/operation';
import { createHttpServer } from '@postroad/http/server';
import { toolForOperation } from '@postroad/mcp/tools/catalog';
import { toolSchema } from '@postroad/mcp/tools/schema';
import { expect, it } from 'vitest';
import { createFakeService } from '../http/fake-service.ts';

const silent = { ...processTerminal, env: {}, out: () => undefined, err: () => undefined };

const app = createHttpServer(createFakeService());
const program = createProgram(silent, () => undefined);

it.each(operationNames)('SURF-03 reaches %s over HTTP, MCP and CLI', async (name) => {
  const operation = operationNamed(name);
  await app.ready();
  expect(app.hasRoute({ method: operation.method, url: `/api/v1${operation.path}` })).toBe(true);

  const tool = toolForOperation(name);
  expect(tool, `tool for ${name}`).toBeDefined();
  if (tool) expect('dry_run' in toolSchema(tool).properties).toBe(isWrite(operation));

  const group = program.commands.find((command) => command.name() === operation.noun);
  const command = group?.commands.find((entry) => entry.name() === operation.verb);
  const needed = command?.registeredArguments.filter(({ required }) => required);
  expect(needed?.map((argument) => argument.name())).toEqual(pathParameters(operation.path));
  const flags = command?.options.map((option) => option.long) ?? [];
  expect(flags.includes('--dry-run')).toBe(isWrite(operation));
});
