import type { Presence } from '@postroad/core/platform/live/presence';
import { grants, type Scope } from '@postroad/core/platform/operations/scope';
import { surfaceHeader } from '@postroad/core/platform/surface';
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { session } from './session.ts';

/** Milliseconds between two announcements of this page. */
const everyMs = 10_000;

/** Milliseconds after which a page that announces nothing more is taken to be closed. */
const expiresMs = 25_000;

/** This page, as it calls itself before the others. */
const editor = [...crypto.getRandomValues(new Uint8Array(8))]
  .map((byte) => byte.toString(16).padStart(2, '0'))
  .join('');

interface Heard extends Presence {
  until: number;
}

/** Who else has which record open, by page and record. */
const others = signal<ReadonlyMap<string, Heard>>(new Map());

/** Forms that are open here, by record. */
const open = new Map<string, number>();

const keyOf = (noun: string, record: string) => `${noun} ${record}`;

function announce(noun: string, record: string, left: boolean): void {
  if (!grants((session.value?.scopes ?? []) as Scope[], 'draft')) return;
  // What is not heard now is heard with the next one.
  void fetch('/console/editing', {
    method: 'POST',
    headers: { 'content-type': 'application/json', [surfaceHeader]: 'console' },
    credentials: 'same-origin',
    keepalive: true,
    body: JSON.stringify({ noun, record, editor, left }),
  }).catch(() => undefined);
}

function forgetOld(): void {
  const now = Date.now();
  if ([...others.value.values()].some(({ until }) => until <= now)) {
    others.value = new Map([...others.value].filter(([, { until }]) => until > now));
  }
}

/** Takes in what another page, or this one, announced. */
export function heardPresence(presence: Presence): void {
  if (presence.editor === editor) return;
  const { noun, record } = presence;
  const key = `${presence.editor} ${keyOf(noun, record)}`;
  const next = new Map(others.value);
  const isNew = !next.has(key);
  if (presence.left) next.delete(key);
  else next.set(key, { ...presence, until: Date.now() + expiresMs });
  others.value = next;
  // Who opens a record learns at once that it is open here too.
  if (isNew && !presence.left && open.has(keyOf(noun, record))) announce(noun, record, false);
}

/** Others who edit a record; says to them that it is edited here, as long as it is and is shown. */
export function useEditing(
  noun: string,
  record: string,
  isEdited: boolean,
): ReadonlySignal<readonly Presence[]> {
  useEffect(() => {
    if (!isEdited) return;
    const key = keyOf(noun, record);
    open.set(key, (open.get(key) ?? 0) + 1);
    announce(noun, record, false);
    const beat = setInterval(() => {
      forgetOld();
      if (!document.hidden) announce(noun, record, false);
    }, everyMs);
    const leave = () => announce(noun, record, true);
    addEventListener('pagehide', leave);
    return () => {
      clearInterval(beat);
      removeEventListener('pagehide', leave);
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else {
        open.delete(key);
        leave();
      }
    };
  }, [noun, record, isEdited]);
  return useMemo(
    () =>
      computed(() =>
        [...others.value.values()].filter((one) => one.noun === noun && one.record === record),
      ),
    [noun, record],
  );
}
