import type { OperationName } from '@postroad/core/catalog/catalog';
import { Empty } from '../platform/screen.tsx';
import { t, wordsUnder } from '../platform/words.ts';
import type { WordKey } from '../words/en.ts';
import { aboutOperation, nounWords } from './catalog-words.ts';
import { createOf, mayCall, outlineNamed } from './contracts.ts';
import { emptyCommands, emptyLeads } from './empty-leads.ts';
import { formAddress, nounAddress } from './record-address.ts';

interface EmptyListProps {
  name: OperationName;
  title?: string;
  /** Where a record is made, in place of the generic form. */
  createAddress?: string | undefined;
}

/** What makes the first row, else the screen that leads there. */
function FirstStep({ of, name, createAddress }: { of: string } & EmptyListProps) {
  const { noun } = outlineNamed(name);
  const lead = emptyLeads[of];
  if (lead !== undefined) {
    const { to, place, label } = lead;
    if (lead.operation !== undefined && !mayCall(lead.operation)) return null;
    return (
      <a class="button primary" href={to}>
        {label === undefined ? t('list.open', { place: t(place) }) : t(label)}
      </a>
    );
  }
  const create = of === noun ? createOf(noun) : null;
  if (create === null) {
    return (
      <a class="button primary" href={nounAddress(noun)}>
        {t('list.open', { place: nounWords(noun) })}
      </a>
    );
  }
  return mayCall(create) ? (
    <a class="button primary" href={createAddress ?? formAddress(create)}>
      {t('action.create')}
    </a>
  ) : null;
}

/** What a list would hold, what makes its first row, and an example of one (CON-23). */
export function EmptyList({ name, title, createAddress }: EmptyListProps) {
  const { noun, verb } = outlineNamed(name);
  const of = verb === 'list' ? noun : name;
  const isKnown = wordsUnder(`empty.${of}`) !== null;
  const command = emptyCommands[of] ?? `postroad ${noun} ${verb}`;
  return (
    <Empty
      title={title ?? t('list.empty')}
      text={isKnown ? t(`empty.${of}` as WordKey) : aboutOperation(name)}
      {...(isKnown && !Object.hasOwn(emptyCommands, of)
        ? { example: t(`example.${of}` as WordKey) }
        : { code: command })}
      action={<FirstStep of={of} name={name} createAddress={createAddress} />}
    />
  );
}
