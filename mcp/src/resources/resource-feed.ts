import { InMemoryServerEventBus, type ServerEvent } from '@modelcontextprotocol/server';
import { type Call, fromPrimary } from '@postroad/core/catalog/call';
import type { Change } from '@postroad/core/platform/change-set';
import { limits } from '@postroad/core/platform/limits';
import { readerOf } from '../reader.ts';
import { type ResourceKind, resourceUri } from './resource-uri.ts';

/** Subscribes to changes. Once it resolves no change is missed; it returns how to unsubscribe. */
export type ChangeSource = (listener: {
  onChanges: (changes: readonly Change[]) => void;
  missed: () => void;
}) => Promise<() => void>;

type Listener = (event: ServerEvent) => void;

/** The resources that show records of a kind. */
const shownBy: Readonly<Record<string, readonly ResourceKind[]>> = {
  flows: ['flow', 'flow_diagram'],
  emails: ['email', 'email_html'],
  themes: ['theme'],
};

/**
 * Turns the service's changes into notifications about resources, for all clients of a server. It
 * subscribes to the service only while it has listeners. A changed record gets a notification for
 * its id and for its key, since both are in URIs. If too many records changed to be listed, every
 * record of the kind gets one, which costs a read of the list.
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

  /** `call` looks up the keys of changed records. */
  constructor(source: ChangeSource, call: Call) {
    super();
    this.#source = source;
    // A change is heard of before a replica has it.
    this.#call = fromPrimary(call);
  }

  override subscribe(listener: Listener): () => void {
    const stop = super.subscribe(listener);
    this.#listening += 1;
    if (this.#stop === null) this.#begin();
    let active = true;
    return () => {
      if (!active) return;
      active = false;
      stop();
      this.#listening -= 1;
      if (this.#listening === 0) this.#end();
    };
  }

  #begin(): void {
    const begun = this.#source({
      onChanges: (changes) => void this.#publishChanges(changes).catch(() => this.#missed()),
      missed: () => this.#missed(),
    });
    this.#stop = begun;
    // Other calls report a database that is unreachable; the next listener tries again.
    begun.catch(() => {
      if (this.#stop === begun) this.#stop = null;
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

  /** Makes clients read their resources again. */
  #missed(): void {
    this.publish({ kind: 'resources_list_changed' });
  }

  async #publishChanges(changes: readonly Change[]): Promise<void> {
    // Figures move each second; no resource is there to show them.
    const shown = changes.filter(
      ({ resource, action }) => resource in shownBy && action !== 'counted',
    );
    for (const resource of ['flows', 'themes'] as const) {
      const unknown = shown.some(
        (change) =>
          change.resource === resource &&
          (change.id === null || !this.#keys[resource].has(change.id)),
      );
      if (unknown) await this.#loadKeys(resource);
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

  /** Keys never change, so a record is looked up once, and stays known after its deletion. */
  async #loadKeys(resource: 'flows' | 'themes'): Promise<void> {
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

  /** Ids and keys of the changed records; of all records of the resource if they are not listed. */
  async #addresses({ resource, id }: Change): Promise<(string | number)[]> {
    if (resource === 'emails') return id === null ? await this.#newestEmails() : [id];
    const keys = resource === 'flows' ? this.#keys.flows : this.#keys.themes;
    if (id === null) return [...keys].flat();
    const key = keys.get(id);
    return key === undefined ? [id] : [id, key];
  }

  /** Notifications of the list cover older emails. */
  async #newestEmails(): Promise<number[]> {
    const { emails } = await readerOf(this.#call)('list_emails', { limit: limits.pageMax });
    return emails.map((email) => email.id);
  }
}
