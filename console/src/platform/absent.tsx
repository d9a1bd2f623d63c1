import { problemCode } from './call.ts';
import { type BackTo, Loading, Problem, Screen } from './screen.tsx';
import { hasEditsShown } from './unsaved.ts';
import { t } from './words.ts';

interface AbsentProps {
  /** As the address names the record. */
  name: string;
  /** Where its kind is listed. */
  list: BackTo;
  /** Of its read. */
  error: unknown;
  /** Whether the address can name none. */
  isMissing?: boolean;
}

/** Whether a record is no longer shown: edits of one that somebody else deleted stay (CON-12). */
export function isGone(error: unknown, isEdited = hasEditsShown()): boolean {
  return problemCode(error) === 'not_found' && !isEdited;
}

/** In place of a record: that it is read, why that failed, or that there is none. */
export function Absent({ name, list, error, isMissing = false }: AbsentProps) {
  if (isMissing || problemCode(error) === 'not_found') {
    return (
      <Screen title={t('state.notFound')} lead={t('state.notFoundText')} back={list}>
        {null}
      </Screen>
    );
  }
  // A number tells people nothing, and the list says at least of what kind the record is.
  const title = Number.isInteger(Number(name)) ? list.label : name;
  return (
    <Screen title={title} back={list}>
      {error === null ? <Loading /> : <Problem error={error} />}
    </Screen>
  );
}
