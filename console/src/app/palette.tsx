import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { nounWords, operationWords } from '../operations/catalog-words.ts';
import { mayCall, nouns, operationNames, outlineNamed } from '../operations/contracts.ts';
import { formAddress, nounAddress } from '../operations/record-address.ts';
import { Dialog } from '../platform/dialog.tsx';
import { t, tn } from '../platform/words.ts';
import type { Hit } from './hit.ts';
import { places } from './places.ts';
import { findRecords } from './record-search.ts';

/** The most results of a group. */
const perGroup = 8;

/** How long typing rests before records are asked for, in milliseconds. */
const restMs = 150;

function has(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

/** Screens and actions whose name has every word. */
function localHits(words: readonly string[]): Hit[] {
  const named = places.map(({ path, label }) => ({ address: path, title: t(label) }));
  const others = nouns
    .map((noun) => ({ address: nounAddress(noun), title: nounWords(noun) }))
    .filter(({ address }) => !named.some((place) => place.address === address));
  const screens = [...named, ...others]
    .filter(({ title }) => has(title, words))
    .map((place) => ({ ...place, group: 'palette.screens' as const, detail: '' }));
  if (words.length === 0) return screens.slice(0, perGroup * 2);
  const actions = operationNames
    .filter((name) => mayCall(name))
    .map((name) => ({ name, ...outlineNamed(name) }))
    .filter(({ name, summary, noun, verb }) =>
      has(`${name} ${noun} ${verb} ${summary} ${operationWords(name)}`, words),
    )
    .map(({ name, noun }) => ({
      group: 'palette.actions' as const,
      title: operationWords(name),
      detail: nounWords(noun),
      address: formAddress(name),
    }));
  return [...screens.slice(0, perGroup), ...actions.slice(0, perGroup)];
}

function useHits(text: string): Hit[] {
  const words = useMemo(() => text.trim().toLowerCase().split(/\s+/).filter(Boolean), [text]);
  const [records, setRecords] = useState<{ text: string; hits: Hit[] }>({ text: '', hits: [] });
  useEffect(() => {
    if (words.length === 0) return;
    let wanted = true;
    const timer = setTimeout(() => {
      void findRecords(text.trim(), words).then((hits) => {
        if (wanted) setRecords({ text, hits });
      });
    }, restMs);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text, words]);
  const own =
    words.length > 0
      ? records.hits.filter(
          ({ title, detail }) => records.text === text || has(`${title} ${detail}`, words),
        )
      : [];
  return [...own, ...localHits(words)];
}

/** Finds screens, records, people and actions by any word (CON-19). */
export function Palette({ onClose }: { onClose: () => void }) {
  const { route } = useLocation();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const hits = useHits(text);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const current = Math.min(at, Math.max(0, hits.length - 1));
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const go = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    onClose();
    route(hit.address);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      setAt((current + step + hits.length) % hits.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(hits[current]);
    }
  };
  return (
    <Dialog title={t('palette.open')} onClose={onClose} class="palette" bare>
      <input
        class="palette-input"
        type="text"
        role="combobox"
        aria-label={t('palette.label')}
        aria-expanded={true}
        aria-controls={`${id}-list`}
        aria-activedescendant={hits.length > 0 ? `${id}-${current}` : undefined}
        placeholder={t('palette.label')}
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div
        class="palette-list"
        role="listbox"
        aria-label={t('palette.open')}
        id={`${id}-list`}
        ref={list}
      >
        {hits.map((hit, index) => (
          <>
            {hits[index - 1]?.group !== hit.group && (
              <div class="group" role="presentation" key={`${hit.group}-group`}>
                {t(hit.group)}
              </div>
            )}
            <div
              key={`${hit.group} ${hit.address} ${hit.title}`}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              onClick={() => go(hit)}
              onKeyDown={press}
            >
              <span>{hit.title}</span>
              <span class="small quiet-text">{hit.detail}</span>
            </div>
          </>
        ))}
      </div>
      <p class="palette-foot" role="status">
        {hits.length === 0
          ? t('palette.none')
          : text === ''
            ? t('palette.hint')
            : tn('palette.count.one', 'palette.count.other', hits.length)}
      </p>
    </Dialog>
  );
}
