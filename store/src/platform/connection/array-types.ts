import type postgres from 'postgres';

type Client = postgres.Sql<{ bigint: number }>;

/**
 * What arrays look like on the wire, asked of the server once for all clients. postgres.js asks with
 * each connection, and nobody is told where that fails: a connection that closes meanwhile ends the
 * process with an unhandled rejection, and whoever reserved it waits for ever.
 */
export class ArrayTypes {
  readonly #pool: Client;
  #learning: Promise<void> | null = null;

  constructor(pool: Client) {
    this.#pool = pool;
  }

  /** Makes a client that is not connected yet know them, and connects it. Throws what either throws. */
  async connect(client: Client): Promise<void> {
    if (!client.options.fetch_types) return;
    this.#learning ??= this.#learn();
    try {
      await this.#learning;
    } catch (error) {
      this.#learning = null;
      throw error;
    }
    const { parsers, serializers } = this.#pool.options;
    Object.assign(client.options.parsers, parsers);
    Object.assign(client.options.serializers, serializers);
    client.options.fetch_types = false;
    // Without types to ask for, a reservation that opens a connection is never answered.
    await client`select 1`;
  }

  /** With its first statement a pool asks for them itself, and asks again where that breaks off. */
  async #learn(): Promise<void> {
    await this.#pool`select 1`;
    this.#pool.options.fetch_types = false;
  }
}
