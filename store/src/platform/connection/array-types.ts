import type postgres from 'postgres';

type Client = postgres.Sql<{ bigint: number }>;

/**
 * The wire types of arrays, read from the server once for all clients. postgres.js reads them on
 * each connection and reports no failure: a connection that closes during the read ends the process
 * with an unhandled rejection, and its reservation never resolves.
 */
export class ArrayTypes {
  readonly #pool: Client;
  #learning: Promise<void> | null = null;

  constructor(pool: Client) {
    this.#pool = pool;
  }

  /**
   * Gives the types to a client that is not connected yet, and connects it. Throws any error of
   * either.
   */
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
    // Without types to read, a reservation that opens a connection never resolves.
    await client`select 1`;
  }

  /** A pool reads the types with its first statement, and reads them again if that fails. */
  async #learn(): Promise<void> {
    await this.#pool`select 1`;
    this.#pool.options.fetch_types = false;
  }
}
