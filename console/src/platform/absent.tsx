import { problemCode } from './call.ts';
import { Loading, Problem, Screen } from './screen.tsx';
import { t } from './words.ts';

interface AbsentProps {
  /** As the address names the record. */
  name: string;
  /** Where its kind is listed. */
  list: { address: string; label: string };
  /** Of its read. */
  error: unknown;
  /** Whether the address can name none. */
  isMissing?: boolean;
}

/** In place of a record: that it is read, why that failed, or that there is none. */
export function Absent({ name, list, error, isMissing = false }: AbsentProps) {
  if (isMissing || problemCode(error) === 'not_found') {
    return (
      <Screen title={t('state.notFound')} lead={t('state.notFoundText')}>
        <a class="button" href={list.address}>
          {list.label}
        </a>
      </Screen>
    );
  }
  return <Screen title={name}>{error === null ? <Loading /> : <Problem error={error} />}</Screen>;
}
