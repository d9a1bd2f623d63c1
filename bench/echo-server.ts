import { Server } from '@modelcontextprotocol/server';

/** The least that the SDK can do for a tool call: it echoes its arguments. */
export function echoServer(): Server {
  const server = new Server({ name: 'echo', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: [{ name: 'echo', inputSchema: { type: 'object', properties: {} } }],
  }));
  server.setRequestHandler('tools/call', ({ params }) => ({
    content: [{ type: 'text', text: JSON.stringify(params.arguments ?? {}) }],
  }));
  return server;
}
