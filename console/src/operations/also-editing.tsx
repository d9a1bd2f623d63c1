import { useEditing } from '../platform/presence.ts';
import { session } from '../platform/session.ts';
import { language, t } from '../platform/words.ts';

interface AlsoEditingProps {
  noun: string;
  /** Its key, else its id; empty where there is only one. */
  record: string;
  /** Whether it is edited here, where it may only be looked at. */
  isEdited?: boolean;
}

/** Says who else has a record open to edit it (CON-11), and to them that it is open here. */
export function AlsoEditing({ noun, record, isEdited = true }: AlsoEditingProps) {
  const all = useEditing(noun, record, isEdited).value;
  const own = session.value?.name ?? '';
  const names = [...new Set(all.map(({ name }) => name))].filter((name) => name !== own);
  const text =
    names.length > 0
      ? t(names.length === 1 ? 'editing.one' : 'editing.other', {
          names: new Intl.ListFormat(language.value).format(names),
        })
      : all.length > 0
        ? t('editing.you')
        : '';
  return (
    <p class={text === '' ? 'sr' : 'note warn'} role="status">
      {text}
    </p>
  );
}
