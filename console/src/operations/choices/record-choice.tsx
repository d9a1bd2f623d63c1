import type { OperationName, OperationRequest } from '@postroad/core/catalog/catalog';
import { isObject } from '@postroad/core/platform/json';
import { limits } from '@postroad/core/platform/limits';
import { useRead } from '../../platform/reads.ts';
import { t } from '../../platform/words.ts';
import { mayCall } from '../contracts.ts';
import type { FieldSpec } from '../fields.ts';
import { type ChoiceProps, PersonChoice } from './person-choice.tsx';

/** Where the records that a field names are listed, and by what it names them. */
interface Source {
  list: OperationName;
  by: 'id' | 'key';
}

/** Fields that name one record, by their names in contracts. */
const sources: Readonly<Record<string, Source>> = {
  person_id: { list: 'list_people', by: 'id' },
  preview_person_id: { list: 'list_people', by: 'id' },
  email_id: { list: 'list_emails', by: 'id' },
  confirm_email_id: { list: 'list_emails', by: 'id' },
  template_id: { list: 'list_layouts', by: 'id' },
  sequence_id: { list: 'list_sequences', by: 'id' },
  segment_id: { list: 'list_segments', by: 'id' },
  flow_id: { list: 'list_flows', by: 'id' },
  broadcast_id: { list: 'list_broadcasts', by: 'id' },
  theme: { list: 'list_themes', by: 'key' },
  segment: { list: 'list_segments', by: 'key' },
  flow: { list: 'list_flows', by: 'key' },
};

/** The records that a field is chosen from by name; null where it is written, or they may not be read. */
export function sourceOf({ name, kind }: FieldSpec): Source | null {
  const source = kind === 'text' || kind === 'number' ? sources[name] : undefined;
  return source !== undefined && mayCall(source.list) ? source : null;
}

interface RecordChoiceProps extends ChoiceProps {
  source: Source;
  /** What it says where none is chosen. */
  none: string;
}

/** A record by its name, in place of its number or key. */
export function RecordChoice({ source, ...props }: RecordChoiceProps) {
  return source.list === 'list_people' ? (
    <PersonChoice {...props} />
  ) : (
    <NamedChoice {...props} source={source} />
  );
}

function NamedChoice({ source: { list, by }, control, text, none, onText }: RecordChoiceProps) {
  const input = { limit: limits.pageMax } as OperationRequest<OperationName>;
  const { data } = useRead(list, input);
  const rows = Object.values(data ?? {}).find(Array.isArray) ?? [];
  const choices = rows.filter(isObject).map((row) => ({
    value: String(row[by]),
    name: String(row.name || row.title || row.key || row.id),
  }));
  const isWhole = (data as { next_cursor?: unknown } | undefined)?.next_cursor == null;
  const isKnown = text === '' || choices.some(({ value }) => value === text);
  const twice = (name: string) => choices.filter((one) => one.name === name).length > 1;
  if (!isWhole) {
    const offered = `${String(control.id)}-offered`;
    return (
      <>
        <input
          {...control}
          list={offered}
          value={text}
          autocomplete="off"
          onInput={({ currentTarget }) => onText(currentTarget.value)}
        />
        <datalist id={offered}>
          {choices.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </datalist>
      </>
    );
  }
  return (
    <select {...control} value={text} onInput={({ currentTarget }) => onText(currentTarget.value)}>
      <option value="">{none}</option>
      {!isKnown && <option value={text}>{t('form.record', { id: text })}</option>}
      {choices.map(({ value, name }) => (
        <option key={value} value={value}>
          {twice(name) ? `${name} (${value})` : name}
        </option>
      ))}
    </select>
  );
}
