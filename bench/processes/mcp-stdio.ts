import { serveStdio as serveBare } from '@modelcontextprotocol/server/stdio';
import { serveStdio } from '@postroad/mcp/transports/stdio';
import { echoServer } from '../echo-server.ts';

/**
 * A server over stdin and stdout: the SDK's with an echo, or ours over operations that return at
 * once.
 */
if (process.argv[2] === 'bare') serveBare(echoServer);
else await serveStdio(async () => ({ output: { settings: {} } }));
