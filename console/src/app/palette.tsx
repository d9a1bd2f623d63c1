import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { nounWords, operationWords } from '../operations/catalog-words.ts';
import { mayCall, nouns, operationNames, outlineNamed } from '../operations/contracts.ts';
import { formAddress, nounAddress } from '../operations/record-address.ts';
import { Dialog } from '../platform/dialog.tsx';
import { t, tn, wordsUnder } from '../platform/words.ts';
import { best, hasAll, wordsOf } from './find-by-name.ts';
import type { Hit } from './hit.ts';
import { useGoing } from './leave-guard.tsx';
import { places } from './places.ts';
import { findRecords } from './record-search.ts';

/** The most results of a group. */
const perGroup = 8;

/** How long typing rests before records are asked for, in milliseconds. */
const restMs = 150;

/** The noun of a screen whose address does not name it. */
const nounAt: Readonly<Record<string, string>> = {
  '/': 'now',
  '/history': 'changes',
  '/reports': 'report',
  '/review': 'definitions',
  '/settings': 'settings',
};

const alsoNoun = (noun: string): string => wordsUnder(`also.${noun}`) ?? '';
const alsoVerb = (verb: string): string => wordsUnder(`also.verb.${verb}`) ?? '';
const alsoOperation = (name: string): string => wordsUnder(`also.do.${name}`) ?? '';

interface Screen {
  address: string;
  title: string;
  noun: string;
}

function screensThere(): Screen[] {
  const named = places.map(({ path, label }) => ({
    address: path,
    title: t(label),
    noun: nounAt[path] ?? nouns.find((noun) => nounAddress(noun) === path) ?? '',
  }));
  const others = nouns
    .map((noun) => ({ address: nounAddress(noun), title: nounWords(noun), noun }))
    .filter(({ noun }) => !named.some((place) => place.noun === noun));
  return [...named, ...others];
}

/** What a result is called, with the other name that was typed. */
function detailOf(text: string, called: string | null): string {
  return [text, called === null ? '' : t('palette.called', { called })].filter(Boolean).join(' · ');
}

/** Screens and actions with every word in what they are called, or in what people call them. */
function localHits(text: string): Hit[] {
  const words = wordsOf(text, t('palette.fillers'));
  const all = screensThere();
  if (words.length === 0) {
    return all
      .slice(0, perGroup * 2)
      .map(({ address, title }) => ({ address, title, detail: '', group: 'palette.screens' }));
  }
  const screens = best(all, words, ({ title, noun }) => ({ title, also: alsoNoun(noun), rest: '' }))
    .slice(0, perGroup)
    .map(({ of: { address, title }, called }) => ({
      group: 'palette.screens' as const,
      detail: detailOf('', called),
      ...{ address, title },
    }));
  const actions = operationNames
    .filter((name) => mayCall(name))
    .map((name) => ({ name, ...outlineNamed(name) }));
  const found = best(actions, words, ({ name, noun, verb, summary }) => ({
    title: operationWords(name),
    also: [alsoOperation(name), `${alsoVerb(verb)}, ${alsoNoun(noun)}`].join(', '),
    rest: `${name} ${nounWords(noun)} ${verb} ${summary}`,
  }))
    .slice(0, perGroup)
    .map(({ of: { name, noun }, called }) => ({
      group: 'palette.actions' as const,
      title: operationWords(name),
      detail: detailOf(nounWords(noun), called),
      address: formAddress(name),
    }));
  return [...screens, ...found];
}

function useHits(text: string): Hit[] {
  const words = useMemo(() => wordsOf(text, ''), [text]);
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
          ({ title, detail }) => records.text === text || hasAll(`${title} ${detail}`, words),
        )
      : [];
  return [...own, ...localHits(text)];
}

/** Finds screens, records, people and actions by any word, and by what people call them (CON-19, CON2-13). */
export function Palette({ onClose }: { onClose: () => void }) {
  const go = useGoing();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const hits = useHits(text);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const current = Math.min(at, Math.max(0, hits.length - 1));
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const follow = (hit: Hit | undefined) => {
    if (hit === undefined) return;
    onClose();
    go(hit.address);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      setAt((current + step + hits.length) % hits.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      follow(hits[current]);
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
              onClick={() => follow(hit)}
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
