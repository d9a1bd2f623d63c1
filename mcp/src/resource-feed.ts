import { InMemoryServerEventBus, type ServerEvent } from '@modelcontextprotocol/server';
import type { Change } from '@postroad/core/change-set';
import { limits } from '@postroad/core/limits';
import type { Call } from '@postroad/core/operations/run-tool';
import { readerOf } from './reader.ts';
import { type ResourceKind, resourceUri } from './resource-uri.ts';

/** Tells of changes from when it resolves; answers how to stop. */
export type ChangeSource = (listener: {
  told: (changes: readonly Change[]) => void;
  missed: () => void;
}) => Promise<() => void>;

type Listener = (event: ServerEvent) => void;

/** The resources that show a record of the kind. */
const shownBy: Readonly<Record<string, readonly ResourceKind[]>> = {
  flows: ['flow', 'flow_diagram'],
  emails: ['email', 'email_html'],
  themes: ['theme'],
};

/**
 * Turns what the service changes into notifications about resources, for every client of a server.
 * It listens to the service only while somebody listens here. A record is told of by its id and by
 * its key, since both are its address; where so many changed that they are not named, all of them
 * are told of.
 */
export class ResourceFeed extends InMemoryServerEventBus {
  readonly #source: ChangeSource;
  readonly #call: Call;
  #listening = 0;
  #stop: Promise<() => void> | null = null;

  /** `call` finds the keys of what changed. */
  constructor(source: ChangeSource, call: Call) {
    super();
    this.#source = source;
    this.#call = call;
  }

  override subscribe(listener: Listener): () => void {
    const stop = super.subscribe(listener);
    this.#listening += 1;
    if (this.#listening === 1) this.#begin();
    let listens = true;
    return () => {
      if (!listens) return;
      listens = false;
      stop();
      this.#listening -= 1;
      if (this.#listening === 0) this.#end();
    };
  }

  #begin(): void {
    this.#stop = this.#source({
      told: (changes) => void this.#tell(changes).catch(() => this.#missed()),
      missed: () => this.#missed(),
    });
    // A database that is away is told of by every call; the next listener asks again.
    this.#stop.catch(() => {
      this.#stop = null;
    });
  }

  #end(): void {
    const stop = this.#stop;
    this.#stop = null;
    stop?.then(
      (off) => off(),
      () => undefined,
    );
  }

  /** Clients that hear it read anew what they show. */
  #missed(): void {
    this.publish({ kind: 'resources_list_changed' });
  }

  async #tell(changes: readonly Change[]): Promise<void> {
    const uris = new Set<string>();
    let listChanged = false;
    for (const change of changes) {
      const kinds = shownBy[change.resource];
      if (!kinds) continue;
      if (change.action !== 'updated' || change.id === null) listChanged = true;
      for (const address of await this.#addresses(change)) {
        for (const kind of kinds) uris.add(resourceUri(kind, address));
      }
    }
    for (const uri of uris) this.publish({ kind: 'resource_updated', uri });
    if (listChanged) this.#missed();
  }

  /** Ids and keys of what changed. */
  async #addresses({ resource, id }: Change): Promise<(string | number)[]> {
    const read = readerOf(this.#call);
    if (resource === 'emails') return id === null ? this.#everyEmail() : [id];
    const records: { id: number; key: string }[] =
      resource === 'flows'
        ? (await read('list_flows', { limit: limits.pageMax })).flows
        : (await read('list_themes', {})).themes;
    if (id === null) return records.flatMap((record) => [record.id, record.key]);
    const found = records.find((record) => record.id === id || record.key === id);
    return found ? [found.id, found.key] : [id];
  }

  async #everyEmail(): Promise<number[]> {
    const { emails } = await readerOf(this.#call)('list_emails', { limit: limits.pageMax });
    return emails.map((email) => email.id);
  }
}
