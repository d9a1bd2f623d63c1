import type { OperationName } from '@postroad/core/catalog/catalog';
import { pathParameters } from '@postroad/core/platform/operations/operation';
import { useLocation } from 'preact-iso/router';
import { FilterFold } from '../platform/filter-fold.tsx';
import { t } from '../platform/words.ts';
import { outlineNamed, useSchemas } from './contracts.ts';
import { FieldInput } from './field-input.tsx';
import { hintWords } from './field-words.ts';
import { fieldsOf, filledInput, shapingArguments } from './fields.ts';

/** The arguments that the query of the address holds, which can be shared (console addresses). */
export function useFilters(name: OperationName): Readonly<Record<string, unknown>> {
  const { query } = useLocation();
  const schemas = useSchemas(name);
  if (schemas === null) return {};
  return filledInput(fieldsOf(schemas.input), query).input;
}

interface FiltersProps {
  name: OperationName;
  given?: readonly string[];
}

/** The filters of a list, drawn from its contract; they are in the address. */
export function Filters({ name, given = [] }: FiltersProps) {
  const { path, query, route } = useLocation();
  const schemas = useSchemas(name);
  if (schemas === null) return null;
  const hidden = [...given, ...pathParameters(outlineNamed(name).path)];
  const fields = fieldsOf(schemas.input).filter(
    (field) => !shapingArguments.has(field.name) && !hidden.includes(field.name),
  );
  if (fields.length === 0) return null;
  const set = (field: string, text: string) => {
    const next = new URLSearchParams(query);
    if (text === '') next.delete(field);
    else next.set(field, text);
    route(next.size > 0 ? `${path}?${next}` : path, true);
  };
  const [search, ...rest] = fields.toSorted((one) => (one.name === 'q' ? -1 : 0));
  const isSearch = search?.name === 'q';
  const behind = isSearch ? rest : fields;
  return (
    <search class="stack-tight">
      {isSearch && (
        <div class="field">
          <label for="list-search">{t('action.search')}</label>
          <input
            id="list-search"
            type="search"
            value={query.q ?? ''}
            placeholder={hintWords(name, search)}
            onInput={({ currentTarget }) => set('q', currentTarget.value)}
          />
        </div>
      )}
      {behind.length > 0 && (
        <FilterFold set={behind.filter((field) => query[field.name] !== undefined).length}>
          <div class="columns">
            {behind.map((field) => (
              <FieldInput
                key={field.name}
                operation={name}
                field={field}
                given={query}
                isChange={false}
                text={query[field.name] ?? ''}
                fault={null}
                onText={(text) => set(field.name, text)}
              />
            ))}
          </div>
        </FilterFold>
      )}
    </search>
  );
}
