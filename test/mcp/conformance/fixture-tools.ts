import {
  createRequestStateCodec,
  inputRequired,
  MissingRequiredClientCapabilityError,
} from '@modelcontextprotocol/server';
import { contentTools, type FixtureTool, type ToolCall, text } from './content-fixtures.ts';

export const stateCodec = createRequestStateCodec({
  key: 'a key for the fixtures of the conformance suite, no secret',
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const form = (properties: Record<string, unknown>, required: string[] = []) =>
  ({ type: 'object', properties, required }) as never;

const askName = inputRequired.elicit({
  message: 'What is your name?',
  requestedSchema: form({ name: { type: 'string' } }, ['name']),
});
const askSampling = (question: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: question } }],
    maxTokens,
  });

/** The answer to an elicitation; undefined if there was none. */
function accepted(call: ToolCall, key: string): Record<string, unknown> | undefined {
  const response = call.context.mcpReq.inputResponses?.[key] as
    | { action?: string; content?: Record<string, unknown> }
    | undefined;
  return response?.action === 'accept' ? response.content : undefined;
}

async function elicited(call: ToolCall, message: string, requestedSchema: never, said: string) {
  const result = await call.context.mcpReq.elicitInput({ message, requestedSchema });
  return text(`${said}: action=${result.action}, content=${JSON.stringify(result.content ?? {})}`);
}

const sessionTools: Record<string, FixtureTool> = {
  test_tool_with_logging: {
    async run({ context }) {
      for (const line of ['started', 'processing data', 'completed']) {
        await context.mcpReq.log(
          'info',
          line === 'processing data' ? 'Tool processing data' : `Tool execution ${line}`,
        );
        await pause(20);
      }
      return text('Logged three times.');
    },
  },
  test_tool_with_progress: {
    async run({ context }) {
      const progressToken = context.mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined) {
          const params = { progressToken, progress, total: 100 };
          await context.mcpReq.notify({ method: 'notifications/progress', params });
        }
        await pause(20);
      }
      return text('Done.');
    },
  },
  test_sampling: {
    inputSchema: { type: 'object', properties: { prompt: { type: 'string' } } },
    async run({ context, args }) {
      const result = await context.mcpReq.requestSampling({
        messages: [{ role: 'user', content: { type: 'text', text: String(args.prompt) } }],
        maxTokens: 100,
      });
      const { content } = result as { content: { text?: string } };
      return text(`LLM response: ${content.text}`);
    },
  },
  test_elicitation: {
    inputSchema: { type: 'object', properties: { message: { type: 'string' } } },
    run: (call) =>
      elicited(
        call,
        String(call.args.message),
        form({ username: { type: 'string' }, email: { type: 'string' } }, ['username', 'email']),
        'User response',
      ),
  },
  test_elicitation_sep1034_defaults: {
    run: (call) =>
      elicited(
        call,
        'Defaults',
        form({
          name: { type: 'string', default: 'John Doe' },
          age: { type: 'integer', default: 30 },
          score: { type: 'number', default: 95.5 },
          status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
          verified: { type: 'boolean', default: true },
        }),
        'Elicitation completed',
      ),
  },
  test_elicitation_sep1330_enums: {
    run: (call) => elicited(call, 'Enums', enumForm, 'Elicitation completed'),
  },
};

const untitled = ['option1', 'option2', 'option3'];
const titled = (word: string) => [
  { const: 'value1', title: `First ${word}` },
  { const: 'value2', title: `Second ${word}` },
  { const: 'value3', title: `Third ${word}` },
];
const enumForm = form({
  untitledSingle: { type: 'string', enum: untitled },
  titledSingle: { type: 'string', oneOf: titled('Option') },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: untitled } },
  titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
});

const roundTools: Record<string, FixtureTool> = {
  test_input_required_result_elicitation: {
    run(call) {
      const name = accepted(call, 'user_name')?.name;
      if (typeof name === 'string') return text(`Hello, ${name}!`);
      return inputRequired({ inputRequests: { user_name: askName } });
    },
  },
  test_input_required_result_sampling: {
    run({ context }) {
      const answer = context.mcpReq.inputResponses?.capital_question as
        | { content?: { text?: string } }
        | undefined;
      if (answer?.content) return text(`The model said: ${answer.content.text}`);
      const capital_question = askSampling('What is the capital of France?', 100);
      return inputRequired({ inputRequests: { capital_question } });
    },
  },
  test_input_required_result_list_roots: {
    run({ context }) {
      const answer = context.mcpReq.inputResponses?.client_roots as
        | { roots?: unknown[] }
        | undefined;
      if (answer?.roots) return text(`Roots: ${JSON.stringify(answer.roots)}`);
      return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
    },
  },
  test_input_required_result_request_state: {
    async run(call) {
      const state = call.context.mcpReq.requestState<{ step: string }>();
      if (state?.step === 'confirm' && accepted(call, 'confirm')) return text('state-ok');
      const confirm = inputRequired.elicit({
        message: 'Please confirm',
        requestedSchema: form({ ok: { type: 'boolean' } }, ['ok']),
      });
      const requestState = await stateCodec.mint({ step: 'confirm' });
      return inputRequired({ inputRequests: { confirm }, requestState });
    },
  },
  test_input_required_result_tampered_state: {
    async run(call) {
      if (accepted(call, 'confirm')) return text('state-ok');
      const confirm = inputRequired.elicit({
        message: 'Please confirm',
        requestedSchema: form({ ok: { type: 'boolean' } }, ['ok']),
      });
      return inputRequired({
        inputRequests: { confirm },
        requestState: await stateCodec.mint({ step: 'tamper' }),
      });
    },
  },
  test_input_required_result_multiple_inputs: {
    async run(call) {
      const responses = call.context.mcpReq.inputResponses ?? {};
      const keys = ['user_name', 'greeting', 'client_roots'];
      if (keys.every((key) => responses[key] !== undefined)) return text('All three are here.');
      return inputRequired({
        inputRequests: {
          user_name: askName,
          greeting: askSampling('Generate a greeting', 50),
          client_roots: inputRequired.listRoots(),
        },
        requestState: await stateCodec.mint({ step: 'multiple' }),
      });
    },
  },
  test_input_required_result_multi_round: {
    async run(call) {
      const state = call.context.mcpReq.requestState<{ round: number; name?: unknown }>();
      if (state?.round === 2 && accepted(call, 'step2')) return text(`Done, ${state.name}.`);
      const first = accepted(call, 'step1');
      const second = state?.round === 1 && first !== undefined;
      const question = second
        ? 'Step 2: What is your favorite color?'
        : 'Step 1: What is your name?';
      const asked = second ? 'color' : 'name';
      const elicit = inputRequired.elicit({
        message: question,
        requestedSchema: form({ [asked]: { type: 'string' } }, [asked]),
      });
      return inputRequired({
        inputRequests: { [second ? 'step2' : 'step1']: elicit },
        requestState: await stateCodec.mint({ round: second ? 2 : 1, name: first?.name }),
      });
    },
  },
  test_input_required_result_capabilities: {
    run({ context }) {
      const envelope = context.mcpReq.envelope as Record<string, unknown> | undefined;
      const declared = (envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {}) as object;
      return inputRequired({
        inputRequests: {
          ...('elicitation' in declared ? { user_name: askName } : {}),
          ...('sampling' in declared ? { greeting: askSampling('Generate a greeting', 50) } : {}),
        },
      });
    },
  },
};

const diagnosticTools: Record<string, FixtureTool> = {
  test_missing_capability: {
    run() {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    },
  },
  test_streaming_elicitation: {
    run: (call) =>
      accepted(call, 'user_name')
        ? text('Done.')
        : inputRequired({ inputRequests: { user_name: askName } }),
  },
  test_logging_tool: {
    async run({ context }) {
      await context.mcpReq.log('info', 'Only clients that asked for a level see this.');
      return text('Done.');
    },
  },
  test_trigger_tool_change: {
    run({ feed }) {
      feed.publish({ kind: 'tools_list_changed' });
      return text('Notified.');
    },
  },
  test_trigger_prompt_change: {
    run({ feed }) {
      feed.publish({ kind: 'prompts_list_changed' });
      return text('Notified.');
    },
  },
};

/** The tools that the suite calls, in listing order. */
export const fixtureTools: Readonly<Record<string, FixtureTool>> = {
  ...contentTools,
  ...sessionTools,
  ...roundTools,
  ...diagnosticTools,
};
