import type { Readable, Writable } from 'node:stream';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  ProtocolErrorCode,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import type { Call } from '@postroad/core/catalog/call';
import { createMcpServer, type McpOptions } from '../mcp-server.ts';
import { LineLimit } from './line-limit.ts';
import { messageBytes } from './message-body.ts';
import { type LineFault, messageFault } from './message-fault.ts';

export interface StdioOptions extends Omit<McpOptions, 'notify'> {
  input?: Readable;
  output?: Writable;
  /** Resolves when the connection must end, whatever the client does. */
  stopped?: Promise<void>;
}

/** The answer to a question that nobody is there to answer any more. */
function disconnected(id: RequestId): JSONRPCMessage {
  const error = { code: ProtocolErrorCode.InternalError, message: 'The client has disconnected.' };
  return { jsonrpc: '2.0', id, error };
}

/**
 * The SDK's transport closes at the end of the input and drops unfinished requests. This one ends
 * once every request has its answer, so that a piped script gets all of them.
 */
class DrainingTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
  readonly #gate = new LineLimit(messageBytes, messageFault, (fault) => this.#refuse(fault));
  readonly #open = new Set<RequestId>();
  /** Requests to the client that it has not answered, such as a question to a person. */
  readonly #asked = new Set<RequestId>();
  readonly #inner: StdioServerTransport;
  readonly #input: Readable;
  #ended = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#inner = new StdioServerTransport(this.#gate, output, { maxBufferSize: messageBytes });
    this.closed = new Promise((resolve) => {
      this.#inner.onclose = () => {
        this.onclose?.();
        resolve();
      };
    });
    input.pipe(this.#gate, { end: false });
    for (const event of ['end', 'close', 'error']) {
      input.once(event, () => this.#endInput());
    }
    output.once('error', () => this.#gate.end());
  }

  start(): Promise<void> {
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onmessage = (message: JSONRPCMessage) => {
      this.#track(message);
      this.onmessage?.(message);
    };
    return this.#inner.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCRequest(message)) this.#asked.add(message.id);
    await this.#inner.send(message);
    if (!('method' in message) && message.id !== undefined) this.#open.delete(message.id);
    this.#endIfAnswered();
  }

  close(): Promise<void> {
    // An input that is read on would keep the process.
    this.#input.unpipe(this.#gate);
    this.#input.pause();
    return this.#inner.close();
  }

  #refuse({ id, error }: LineFault): void {
    const answer = { jsonrpc: '2.0', ...(id !== undefined && { id }), error } as const;
    this.send(answer).catch((fault: Error) => this.onerror?.(fault));
  }

  /** A subscription never ends, and a cancelled request gets no answer. */
  #track(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) {
      if (message.method !== 'subscriptions/listen') this.#open.add(message.id);
    } else if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      this.#open.delete(message.params?.requestId as RequestId);
    } else if (!('method' in message) && message.id !== undefined) {
      this.#asked.delete(message.id);
    }
  }

  #endInput(): void {
    if (this.#ended) return;
    this.#ended = true;
    // The last line may have no end.
    this.#gate.write('\n');
    this.#endIfAnswered();
  }

  #endIfAnswered(): void {
    if (!this.#ended) return;
    setImmediate(() => {
      if (this.#gate.readableLength > 0) {
        this.#endIfAnswered();
        return;
      }
      this.#answerForClient();
      if (this.#open.size === 0) this.#gate.end();
    });
  }

  /** A client that is gone answers nothing, and the calls that ask it would wait ten minutes for it. */
  #answerForClient(): void {
    for (const id of this.#asked) {
      this.#asked.delete(id);
      this.onmessage?.(disconnected(id));
    }
  }
}

/**
 * Serves one client over stdin and stdout in either protocol era. Resolves when the client has
 * disconnected or `stopped` has resolved.
 */
export async function serveStdio(call: Call, options: StdioOptions = {}): Promise<void> {
  const { input = process.stdin, output = process.stdout, stopped, ...rest } = options;
  const transport = new DrainingTransport(input, output);
  const notify = { legacy: 'subscribed', modern: 'routed' } as const;
  serve(({ era }) => createMcpServer(call, { ...rest, notify: notify[era] }), { transport });
  void stopped?.then(() => transport.close());
  await transport.closed;
}
