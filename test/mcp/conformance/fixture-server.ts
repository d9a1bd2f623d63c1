import {
  InMemoryServerEventBus,
  inputRequired,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { createHttpServer } from '@postroad/http/server';
import { mountTransports } from '@postroad/mcp/transports/http';
import { refuseRebinding } from '@postroad/mcp/transports/rebinding';
import { createLog } from '@postroad/service/platform/log';
import { createFakeService } from '../../http/fake-service.ts';
import { png } from './content-fixtures.ts';
import { fixtureTools, stateCodec } from './fixture-tools.ts';

const staticText = 'This is the content of the static text resource.';

/** Resources by URI; the template answers `test://template/<id>/data`. */
function resourceAt(uri: string): object {
  if (uri === 'test://static-text') return { uri, mimeType: 'text/plain', text: staticText };
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: png };
  if (uri === 'test://watched-resource') return { uri, mimeType: 'text/plain', text: 'Watched.' };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) throw new ResourceNotFoundError(uri);
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return { uri, mimeType: 'application/json', text: JSON.stringify(data) };
}

function serveResources(server: Server): void {
  const listed = (uri: string, mimeType: string) => ({
    uri,
    name: uri.replace('test://', ''),
    description: `The resource ${uri}.`,
    mimeType,
  });
  server.setRequestHandler('resources/list', () => ({
    resources: [
      listed('test://static-text', 'text/plain'),
      listed('test://static-binary', 'image/png'),
      listed('test://watched-resource', 'text/plain'),
    ],
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      { uriTemplate: 'test://template/{id}/data', name: 'template', description: 'By id.' },
    ],
  }));
  server.setRequestHandler('resources/read', ({ params }) => ({
    contents: [resourceAt(params.uri) as never],
  }));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
}

const user = (content: object) => ({ role: 'user', content }) as never;
const says = (text: string) => user({ type: 'text', text });

interface FixturePrompt {
  arguments: string[];
  messages(args: Record<string, string>): never[];
}

const prompts: Record<string, FixturePrompt> = {
  test_simple_prompt: {
    arguments: [],
    messages: () => [says('This is a simple prompt for testing.')],
  },
  test_prompt_with_arguments: {
    arguments: ['arg1', 'arg2'],
    messages: ({ arg1, arg2 }) => [says(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  test_prompt_with_embedded_resource: {
    arguments: ['resourceUri'],
    messages: ({ resourceUri }) => [
      user({
        type: 'resource',
        resource: {
          uri: resourceUri,
          mimeType: 'text/plain',
          text: 'Embedded resource content for testing.',
        },
      }),
      says('Please process the embedded resource above.'),
    ],
  },
  test_prompt_with_image: {
    arguments: [],
    messages: () => [
      user({ type: 'image', data: png, mimeType: 'image/png' }),
      says('Please analyze the image above.'),
    ],
  },
  test_input_required_result_prompt: { arguments: [], messages: () => [says('With context.')] },
};

function promptAnswer(name: string, args: Record<string, string>, context: ServerContext) {
  const prompt = prompts[name];
  if (!prompt) throw new Error(`There is no prompt ${name}.`);
  if (name !== 'test_input_required_result_prompt' || context.mcpReq.inputResponses) {
    return { messages: prompt.messages(args) };
  }
  const user_context = inputRequired.elicit({
    message: 'What context should the prompt use?',
    requestedSchema: {
      type: 'object',
      properties: { context: { type: 'string' } },
      required: ['context'],
    },
  });
  return inputRequired({ inputRequests: { user_context } });
}

function servePrompts(server: Server): void {
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(prompts).map(([name, prompt]) => ({
      name,
      description: `The prompt ${name}.`,
      arguments: prompt.arguments.map((argument) => ({ name: argument, required: true })),
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }, context) =>
    promptAnswer(params.name, params.arguments ?? {}, context),
  );
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [] } }));
}

function fixtureServer(bus: InMemoryServerEventBus): Server {
  const server = new Server(
    { name: 'postroad-conformance', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        prompts: { listChanged: true },
        completions: {},
        logging: {},
      },
      requestState: { verify: stateCodec.verify },
    },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: Object.entries(fixtureTools).map(([name, { inputSchema }]) => ({
      name,
      description: `The tool ${name}.`,
      inputSchema: (inputSchema ?? { type: 'object', properties: {} }) as { type: 'object' },
    })),
  }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const tool = fixtureTools[params.name];
    if (!tool) throw new Error(`There is no tool ${params.name}.`);
    return tool.run({ server, context, args: params.arguments ?? {}, feed: bus });
  });
  serveResources(server);
  servePrompts(server);
  return server;
}

/**
 * The transports of the service over the fixtures of the conformance suite, without a token, since
 * the suite cannot send one. Returns its URL and how to stop it.
 */
export async function startFixtureServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const bus = new InMemoryServerEventBus();
  const app = createHttpServer(createFakeService(), { log: createLog('silent') });
  mountTransports(app, {
    bus,
    async admit(request) {
      refuseRebinding(request, []);
      return { id: 'suite', serve: () => fixtureServer(bus), onEnd: () => () => undefined };
    },
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, stop: () => app.close() };
}
