import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';

/**
 * A message port as the socket of a database client: one message per write, null at the end. Within
 * one process it takes half the time of a real socket.
 */
export class PortSocket extends Duplex {
  readonly #port: MessagePort;
  /** The members of a socket that postgres.js reads. */
  readyState: 'open' | 'closed' = 'open';

  /** `ended` resolves once the thread at the other end has ended, and has said why. */
  constructor(port: MessagePort, ended: Promise<unknown>) {
    super({ emitClose: true });
    this.#port = port;
    port.on('message', (bytes: Uint8Array | null) => {
      this.push(bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    });
    port.on('close', async () => {
      // A port that closes by itself closes before its thread has said why (SEC-35).
      if (!this.writableEnded) await ended;
      this.destroy();
    });
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#port.postMessage(new Uint8Array(chunk));
    done();
  }

  override _final(done: () => void): void {
    this.#port.postMessage(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.readyState = 'closed';
    this.#port.close();
    done(error);
  }
}
