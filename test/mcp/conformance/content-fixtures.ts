import type {
  CallToolResult,
  InputRequiredResult,
  Server,
  ServerContext,
  ServerEventBus,
} from '@modelcontextprotocol/server';

type Answer = CallToolResult | InputRequiredResult;

export interface ToolCall {
  server: Server;
  context: ServerContext;
  args: Record<string, unknown>;
  feed: ServerEventBus;
}

export interface FixtureTool {
  inputSchema?: Record<string, unknown>;
  run(call: ToolCall): Answer | Promise<Answer>;
}

/** One red pixel, and a WAV file without a sample. */
export const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

/** A result of one text. */
export const text = (value: string): CallToolResult => ({
  content: [{ type: 'text', text: value }],
});

/** Tools that answer one kind of content each. */
export const contentTools: Record<string, FixtureTool> = {
  test_simple_text: { run: () => text('This is a simple text response for testing.') },
  test_image_content: {
    run: () => ({ content: [{ type: 'image', data: png, mimeType: 'image/png' }] }),
  },
  test_audio_content: {
    run: () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }),
  },
  test_embedded_resource: {
    run: () => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    }),
  },
  test_multiple_content_types: {
    run: () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        { type: 'image', data: png, mimeType: 'image/png' },
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: '{"test":"data","value":123}',
          },
        },
      ],
    }),
  },
  test_error_handling: {
    run: () => ({
      isError: true,
      ...text('This tool intentionally returns an error for testing'),
    }),
  },
};
