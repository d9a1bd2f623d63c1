import type { OperationName, OperationRequest } from '@postroad/core/catalog/catalog';
import { isObject } from '@postroad/core/platform/json';
import { isWrite } from '@postroad/core/platform/operations/operation';
import { Absent } from '../platform/absent.tsx';
import { problemCode } from '../platform/call.ts';
import { useRead } from '../platform/reads.ts';
import { Screen } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';
import { aboutOperation, nounWords, verbWords } from './catalog-words.ts';
import { getOf, mayCall, operationsOn, outlineNamed } from './contracts.ts';
import { formAddress, nounAddress } from './record-address.ts';
import { RecordView } from './record-view.tsx';
import { mailName, recordOf } from './rows.ts';

/** What a record is called. */
export function titleOf(record: Readonly<Record<string, unknown>>, name: string): string {
  const found = ['name', 'title', 'email', 'subject', 'key', 'summary'].find(
    (member) => typeof record[member] === 'string' && record[member] !== '',
  );
  return found === undefined ? mailName(record) || name : String(record[found]);
}

/** What can be done with a record: buttons for writes, links for further reads. */
export function RecordActions({
  name,
  given,
  without = [],
}: {
  name: OperationName;
  given: Record<string, string>;
  /** What the screen has in a form of its own, or what cannot be done now. */
  without?: readonly OperationName[];
}) {
  const operations = operationsOn(name).filter(
    (operation) => mayCall(operation) && !without.includes(operation),
  );
  if (operations.length === 0) return null;
  const own = Object.values(given).join(' ');
  return (
    <nav aria-label={t('record.actions')} class="row">
      {operations.map((operation) => {
        const outline = outlineNamed(operation);
        const { safety } = outline;
        return (
          <a
            class={`button ${isWrite(outline) ? '' : 'quiet'} ${safety === 'remove' ? 'danger' : ''}`}
            key={operation}
            href={formAddress(operation, given)}
            title={`${aboutOperation(operation)} (${own})`}
          >
            {verbWords(operation)}
          </a>
        );
      })}
    </nav>
  );
}

/** The list that a record is in: runs are listed by the flow that they are of. */
function listAround(noun: string, data: object | undefined) {
  const { flow } = recordOf(data ?? {});
  const isOfFlow = noun === 'runs' && isObject(flow) && typeof flow.key === 'string';
  const address = isOfFlow
    ? formAddress('list_flow_runs', { flow_key: String(flow.key) })
    : nounAddress(noun);
  return { address, label: noun === 'runs' && !isOfFlow ? nounWords('flows') : nounWords(noun) };
}

/** Any record by its noun and name, with everything that can be done with it. */
export function RecordScreen({ noun, name }: { noun: string; name: string }) {
  const get = getOf(noun);
  const given: Record<string, string> =
    get === null || get.parameter === null ? {} : { [get.parameter]: name };
  const input = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key,
      /^\d+$/.test(value) && key.endsWith('_id') ? Number(value) : value,
    ]),
  );
  const { data, error } = useRead(
    get?.name ?? 'get_profile',
    (get === null ? null : input) as OperationRequest<OperationName>,
  );
  const list = listAround(noun, data);
  if (get === null || problemCode(error) === 'not_found' || data === undefined) {
    return <Absent name={name} list={list} error={error} isMissing={get === null} />;
  }
  const record = recordOf(data);
  return (
    <Screen title={titleOf(record, name)} back={list}>
      <div class="stack">
        <RecordActions name={get.name} given={given} />
        <div class="card">
          <RecordView record={record} operation={get.name} />
        </div>
      </div>
    </Screen>
  );
}
