import type { OperationName } from '@postroad/core/catalog/catalog';
import { pathParameters } from '@postroad/core/platform/operations/operation';
import { Screen } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';
import type { WordKey } from '../words/en.ts';
import { nounWords, verbWords } from './catalog-words.ts';
import { createOf, listOf, mayCall, operationNames, outlineNamed } from './contracts.ts';
import { Filters, useFilters } from './filters.tsx';
import { formAddress } from './record-address.ts';
import { RecordTable, type TableProps } from './record-table.tsx';

interface ListScreenProps extends Partial<Omit<TableProps, 'name' | 'input'>> {
  noun: string;
  title?: WordKey;
  lead?: WordKey;
  /** Operations that other screens have where they are of use, such as beside the condition of a segment. */
  without?: readonly OperationName[];
}

/** Operations on a noun that name no record, such as an import. */
function otherActions(noun: string): OperationName[] {
  return operationNames.filter((name) => {
    const { noun: own, verb, path } = outlineNamed(name);
    const isShown = verb !== 'list' && verb !== 'get' && verb !== 'create';
    return own === noun && isShown && name !== createOf(noun) && pathParameters(path).length === 0;
  });
}

/** The list of any noun, with what can be made and done of it. */
export function ListScreen(props: ListScreenProps) {
  const { noun, title, lead, createAddress, without = [], ...table } = props;
  const list = listOf(noun);
  const create = createOf(noun);
  const heading = title === undefined ? nounWords(noun) : t(title);
  const canCreate = create !== null && mayCall(create);
  const others = otherActions(noun).filter((name) => mayCall(name) && !without.includes(name));
  const button = canCreate && (
    <a class="button primary" href={createAddress ?? formAddress(create)}>
      {t('action.create')}
    </a>
  );
  return (
    <Screen
      title={heading}
      lead={lead && t(lead)}
      actions={
        <>
          {others.map((name) => (
            <a class="button" key={name} href={formAddress(name)}>
              {verbWords(name)}
            </a>
          ))}
          {button}
        </>
      }
    >
      {list === null ? (
        <div class="stack">
          <p class="quiet-text">{t('list.none')}</p>
          <p>
            <a class="button" href="/operations">
              {t('nav.operations')}
            </a>
          </p>
        </div>
      ) : (
        <ListOf {...table} {...(createAddress && { createAddress })} name={list} />
      )}
    </Screen>
  );
}

function ListOf(props: Omit<TableProps, 'input'>) {
  const filters = useFilters(props.name);
  return (
    <div class="stack">
      <Filters name={props.name} />
      <RecordTable {...props} input={filters} />
    </div>
  );
}
