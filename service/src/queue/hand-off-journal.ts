import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { limits } from '@postroad/core/platform/limits';

/** A note is the id of a send and what happened, in one number. */
const noteBytes = 8;
const happenings = { planned: 0n, begun: 1n, accepted: 2n } as const;
const kinds = 4n;

/** What a journal says after the death of its process. */
export interface LeftSends {
  /** Their attempts were committed, and nothing of them has left. */
  unbegun: number[];
  /** The provider accepted them; that may not have been settled. */
  accepted: number[];
}

const nothingLeft: LeftSends = { unbegun: [], accepted: [] };
const leaseOf = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\.)/;

/**
 * Notes beside the database, for one lease: which attempts are committed, which of these have begun,
 * and which the provider accepted. After a kill only what was on the wire is in doubt, however many
 * attempts were committed ahead and however many outcomes were not settled (HANDOFF-09).
 *
 * An attempt is noted before it is committed, and again before it begins; what has no note counts as
 * begun. The kernel keeps what a killed process wrote; what it loses when the machine itself stops is
 * not trusted, since the name of the file has the id of the boot.
 */
export class HandOffJournal {
  readonly #path: string;
  readonly #file: number;
  readonly #note = Buffer.alloc(noteBytes);
  readonly #unbegun = new Set<number>();
  #bytes = 0;
  /** Once notes cannot be written, the file is emptied, and every attempt counts as begun. */
  #state: 'kept' | 'failed' | 'off' | 'closed' = 'kept';

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'ax', 0o600);
  }

  /** Whether it still says after a kill what had begun. */
  get isKept(): boolean {
    return this.#state === 'kept';
  }

  /** Before attempts are committed. */
  plan(ids: readonly number[]): void {
    if (this.#state !== 'kept') return;
    for (const id of ids) this.#unbegun.add(id);
    if (this.#bytes <= limits.journalBytes) this.#write(notesOf(ids));
    else if (this.#empty()) this.#write(notesOf([...this.#unbegun]));
  }

  /** Before a mail is handed over. If it answers false, the mail must not be. */
  start(id: number): boolean {
    this.#unbegun.delete(id);
    this.#write(this.#noteOf(id, 'begun'));
    if (this.#state === 'failed' && this.#empty()) this.#state = 'off';
    return this.#state === 'kept' || this.#state === 'off';
  }

  /** After the provider has accepted a mail. */
  accept(id: number): void {
    this.#write(this.#noteOf(id, 'accepted'));
  }

  /** Attempts that were not committed after all, or that were taken back. */
  drop(ids: readonly number[]): void {
    for (const id of ids) this.#unbegun.delete(id);
  }

  /**
   * A mail that is with the provider may end later than its lease. Its note is not written then, since
   * the number of the descriptor may belong to another file by now.
   */
  close(): void {
    this.#state = 'closed';
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }

  #noteOf(id: number, what: keyof typeof happenings): Buffer {
    this.#note.writeBigInt64LE(BigInt(id) * kinds + happenings[what]);
    return this.#note;
  }

  #write(notes: Buffer): void {
    if (this.#state !== 'kept') return;
    try {
      if (writeSync(this.#file, notes) < notes.length) this.#state = 'failed';
    } catch {
      this.#state = 'failed';
    }
    this.#bytes += notes.length;
  }

  #empty(): boolean {
    try {
      ftruncateSync(this.#file);
      this.#bytes = 0;
      return true;
    } catch {
      this.#state = 'failed';
      return false;
    }
  }
}

function notesOf(ids: readonly number[]): Buffer {
  const notes = Buffer.alloc(ids.length * noteBytes);
  for (const [index, id] of ids.entries())
    notes.writeBigInt64LE(BigInt(id) * kinds + happenings.planned, index * noteBytes);
  return notes;
}

function leftIn(notes: Buffer): LeftSends {
  const planned = new Set<number>();
  const begun = new Set<number>();
  const accepted = new Set<number>();
  for (let at = 0; at + noteBytes <= notes.length; at += noteBytes) {
    const note = notes.readBigInt64LE(at);
    const id = Number(note / kinds);
    if (note % kinds === happenings.planned) planned.add(id);
    else if (note % kinds === happenings.begun) begun.add(id);
    else accepted.add(id);
  }
  return { unbegun: [...planned].filter((id) => !begun.has(id)), accepted: [...accepted] };
}

/** The journals of the processes that share a data directory. */
export class HandOffJournals {
  readonly #folder: string;
  readonly #boot: string;

  private constructor(folder: string, boot: string) {
    this.#folder = folder;
    this.#boot = boot;
  }

  /** Null where the machine has no id of its boot, or the directory cannot be written to. */
  static in(dataDir: string): HandOffJournals | null {
    try {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      const folder = join(dataDir, 'hand-off');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return new HandOffJournals(folder, boot);
    } catch {
      return null;
    }
  }

  open(leaseId: string): HandOffJournal | null {
    try {
      return new HandOffJournal(this.#pathOf(leaseId));
    } catch {
      return null;
    }
  }

  /** Leases that have a journal here. */
  leaseIds(): string[] {
    return this.#names().flatMap((name) => leaseOf.exec(name)?.[0] ?? []);
  }

  /** What is sure of the sends of a lease. */
  left(leaseId: string): LeftSends {
    try {
      return leftIn(readFileSync(this.#pathOf(leaseId)));
    } catch {
      return nothingLeft;
    }
  }

  /** Removes the journal of a lease, also one of another boot. */
  remove(leaseId: string): void {
    for (const name of this.#names()) {
      if (name.startsWith(`${leaseId}.`)) rmSync(join(this.#folder, name), { force: true });
    }
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder);
    } catch {
      return [];
    }
  }

  #pathOf(leaseId: string): string {
    return join(this.#folder, `${leaseId}.${this.#boot}`);
  }
}
