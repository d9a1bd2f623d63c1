import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const agent = new Agent({ keepAlive: true, maxSockets: 10 });

/** One request over a persistent connection; throws on any answer that is not 2xx. */
export function post(
  address: { port: number; path: string; method?: string },
  headers: Record<string, string>,
  body: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const { method = 'POST', port, path } = address;
    const sent = request({ host: '127.0.0.1', port, path, method, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${path} was answered ${response.statusCode}: ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

function messageOf(id: number, name: string): object {
  const params = { name, arguments: {}, _meta: meta };
  return { jsonrpc: '2.0', id, method: 'tools/call', params };
}

/** One tool call as a client of protocol 2026-07-28 makes it. */
export async function callTool(
  port: number,
  path: string,
  token: string,
  name: string,
): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': name,
  };
  const answer = await post({ port, path }, headers, JSON.stringify(messageOf(1, name)));
  if (!answer.includes('"content"') || answer.includes('"isError":true')) {
    throw new Error(`${name} was answered: ${answer.slice(0, 300)}`);
  }
}

/** A server over stdin and stdout, and calls to it. */
export function startStdio(kind: string): {
  pid: number;
  call(name: string): Promise<void>;
  stop(): void;
} {
  const path = fileURLToPath(new URL('./processes/mcp-stdio.js', import.meta.url));
  const child = spawn(process.execPath, [path, kind], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, (line: string) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id } = JSON.parse(line) as { id: number };
    waiting.get(id)?.(line);
    waiting.delete(id);
  });
  let last = 0;
  return {
    pid: child.pid ?? 0,
    async call(name) {
      last += 1;
      const id = last;
      const answer = new Promise<string>((resolve) => waiting.set(id, resolve));
      child.stdin.write(`${JSON.stringify(messageOf(id, name))}\n`);
      const line = await answer;
      if (!line.includes('"content"')) throw new Error(`${name} was answered: ${line}`);
    },
    stop: () => child.stdin.end(),
  };
}
