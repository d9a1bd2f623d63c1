import { InMemoryServerEventBus, type ServerEvent } from '@modelcontextprotocol/server';
import type { Call } from '@postroad/core/operations/run-tool';
import type { Change } from '@postroad/core/platform/change-set';
import { limits } from '@postroad/core/platform/limits';
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
  readonly #keys = {
    flows: new Map<number | string, string>(),
    themes: new Map<number | string, string>(),
  };
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
    const shown = changes.filter(({ resource }) => resource in shownBy);
    for (const resource of ['flows', 'themes'] as const) {
      const unknown = shown.some(
        (change) =>
          change.resource === resource &&
          (change.id === null || !this.#keys[resource].has(change.id)),
      );
      if (unknown) await this.#learn(resource);
    }
    const uris = new Set<string>();
    for (const change of shown) {
      for (const kind of shownBy[change.resource] ?? []) {
        for (const address of await this.#addresses(change)) uris.add(resourceUri(kind, address));
      }
    }
    for (const uri of uris) this.publish({ kind: 'resource_updated', uri });
    if (shown.some(({ action, id }) => action !== 'updated' || id === null)) this.#missed();
  }

  /** Keys never change, so a record is asked for once, and found after it was deleted too. */
  async #learn(resource: 'flows' | 'themes'): Promise<void> {
    const read = readerOf(this.#call);
    const keys = this.#keys[resource];
    if (resource === 'themes') {
      for (const { id, key } of (await read('list_themes', {})).themes) keys.set(id, key);
      return;
    }
    let cursor: string | undefined;
    do {
      const page = await read('list_flows', { limit: limits.pageMax, cursor });
      for (const { id, key } of page.flows) keys.set(id, key);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  /** Ids and keys of what changed; of everything of the resource where that is not told. */
  async #addresses({ resource, id }: Change): Promise<(string | number)[]> {
    if (resource === 'emails') return id === null ? await this.#newestEmails() : [id];
    const keys = resource === 'flows' ? this.#keys.flows : this.#keys.themes;
    if (id === null) return [...keys].flat();
    const key = keys.get(id);
    return key === undefined ? [id] : [id, key];
  }

  /** Older ones are told of by the list having changed. */
  async #newestEmails(): Promise<number[]> {
    const { emails } = await readerOf(this.#call)('list_emails', { limit: limits.pageMax });
    return emails.map((email) => email.id);
  }
}
