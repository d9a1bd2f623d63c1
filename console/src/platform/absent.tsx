import { problemCode } from './call.ts';
import { type BackTo, Loading, Problem, Screen } from './screen.tsx';
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

/** In place of a record: that it is read, why that failed, or that there is none. */
export function Absent({ name, list, error, isMissing = false }: AbsentProps) {
  if (isMissing || problemCode(error) === 'not_found') {
    return (
      <Screen title={t('state.notFound')} lead={t('state.notFoundText')} back={list}>
        {null}
      </Screen>
    );
  }
  return (
    <Screen title={name} back={list}>
      {error === null ? <Loading /> : <Problem error={error} />}
    </Screen>
  );
}
