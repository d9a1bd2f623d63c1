import type {
  OperationName,
  OperationOutput,
  OperationRequest,
} from '@postroad/core/catalog/catalog';
import { isObject } from '@postroad/core/platform/json';
import { isWrite, pathParameters } from '@postroad/core/platform/operations/operation';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { schemaInWords } from '../conditions/schema-words.ts';
import { inWords } from '../platform/call.ts';
import { useRead } from '../platform/reads.ts';
import { Loading, Problem, Screen } from '../platform/screen.tsx';
import { language, t } from '../platform/words.ts';
import { nounWords, operationWords, verbWords } from './catalog-words.ts';
import { getOf, listOf, outlineNamed, readBefore, useSchemas } from './contracts.ts';
import { fieldWords } from './field-words.ts';
import { Filters, useFilters } from './filters.tsx';
import { OperationForm } from './operation-form.tsx';
import { addressOf, addressOfRecord, nounAddress, recordAddress } from './record-address.ts';
import { titleOf } from './record-screen.tsx';
import { RecordTable, type TableProps } from './record-table.tsx';
import { RecordView } from './record-view.tsx';
import { recordOf, rowsMember } from './rows.ts';

/** Where a record is begun by hand, with less to fill in than its form has. */
const ownScreens: Partial<Record<OperationName, string>> = {
  create_broadcast: '/broadcasts/new',
  create_email: '/emails/new',
  create_flow: '/flows/new',
  create_form: '/forms/new',
  create_guard: '/guards/new',
  create_layout: '/layouts/new',
  create_segment: '/segments/new',
};

/** Arguments of the path as their contract has them. */
function pathInput(given: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key,
      key.endsWith('_id') && /^\d+$/.test(value) ? Number(value) : value,
    ]),
  );
}

/** Where the record that an operation is about, or just made, is shown. */
function addressAfter(name: OperationName, output: object, given: Record<string, string>): string {
  const { noun, verb } = outlineNamed(name);
  const [member, value] = Object.entries(output)[0] ?? [];
  if (member !== undefined && typeof value === 'object' && value !== null) {
    const address = recordAddress(member, value as Record<string, unknown>);
    if (address !== null) return address;
    const own = addressOfRecord(noun, value as Record<string, unknown>);
    if (own !== null && getOf(noun) !== null && verb === 'create') return own;
  }
  const parameter = getOf(noun)?.parameter;
  const named = parameter === undefined || parameter === null ? undefined : given[parameter];
  return named === undefined || verb === 'delete' ? nounAddress(noun) : addressOf(noun, named);
}

/** Where a record that was just made is shown, if the answer says nothing beside it. */
function madeAt(name: OperationName, output: object): string | null {
  const { noun, verb } = outlineNamed(name);
  if (verb !== 'create' || getOf(noun) === null) return null;
  const rest = Object.values(output).filter((value) => !isEmptyList(value));
  const [record] = rest;
  if (rest.length !== 1 || !isObject(record)) return null;
  return addressOfRecord(noun, record);
}

/** What the record is called that the address names, and where it is; null where it names none. */
function useAbout(noun: string, given: Record<string, string>) {
  const get = getOf(noun);
  const named = get?.parameter ? given[get.parameter] : undefined;
  const { data } = useRead(
    get?.name ?? 'get_profile',
    (named === undefined ? null : pathInput(given)) as OperationRequest<OperationName>,
  );
  if (data === undefined || named === undefined) return null;
  return { title: titleOf(recordOf(data), named), address: addressOf(noun, named) };
}

/** An answer as it is shown. */
function shownOf(name: OperationName, output: object): Record<string, unknown> {
  const shown =
    name === 'describe_schema'
      ? schemaInWords(output as OperationOutput<'describe_schema'>)
      : output;
  return shown as Record<string, unknown>;
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

interface OperationScreenProps {
  name: OperationName;
  /** How the rows are shown, where the operation lists some. */
  table?: Partial<Omit<TableProps, 'name' | 'input'>>;
}

/** The form of an operation by its name, and its answer (CON-06, CON-07). */
export function OperationScreen({ name, table = {} }: OperationScreenProps) {
  const { query, route } = useLocation();
  const outline = outlineNamed(name);
  const schemas = useSchemas(name);
  const filters = useFilters(name);
  const [output, setOutput] = useState<object | null>(null);
  const before = readBefore(name);
  const names = pathParameters(outline.path);
  const given = Object.fromEntries(
    Object.entries(query).filter(([key]) => names.includes(key)),
  ) as Record<string, string>;
  const isAddressed = names.every((key) => given[key] !== undefined);
  const read = useRead(
    before ?? 'get_profile',
    (before !== null && isAddressed ? pathInput(given) : null) as OperationRequest<OperationName>,
  );
  const isWaiting = before !== null && isAddressed && read.data === undefined;
  const about = useAbout(outline.noun, given);
  const member = schemas === null ? null : rowsMember(schemas.output);
  const words = operationWords(name);
  // The list of what belongs to a record is called by that, as other lists are: "Deliveries".
  const isListOfRecord = name.startsWith('list_') && names.length > 0 && isAddressed;
  const title = isListOfRecord ? verbWords(name) : words;
  const does = language.value === 'en' ? inWords(outline.summary) : `${words}.`;
  const own = ownScreens[name];
  const isList = member !== null && outline.method === 'GET';
  // What belongs to one record is narrowed where it is shown, as every list is.
  const isPaged = schemas?.output.properties?.next_cursor !== undefined;
  const isShown = isList && isPaged && isAddressed && names.length > 0;
  // What is deleted has no form any more, so the focus moves to the answer.
  const isDeleted = output !== null && outline.verb === 'delete';
  const answer = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isDeleted) answer.current?.focus();
  }, [isDeleted]);
  return (
    <Screen
      title={title}
      back={
        listOf(outline.noun) === null
          ? { address: '/operations', label: t('nav.operations') }
          : { address: nounAddress(outline.noun), label: nounWords(outline.noun) }
      }
      lead={
        <>
          {does !== `${words}.` && `${does} `}
          <code>{`postroad ${outline.noun} ${outline.verb}`}</code>
        </>
      }
    >
      <div class="stack">
        {about !== null && (
          <p>
            <a href={about.address}>
              <strong>{about.title}</strong>
            </a>
          </p>
        )}
        {own !== undefined && (
          <p class="note">
            {t('form.ownScreen')} <a href={own}>{nounWords(outline.noun)}</a>
          </p>
        )}
        {outline.streams && (
          <p class="note">{t('form.file', { command: `${outline.noun} ${outline.verb}` })}</p>
        )}
        {read.error !== null && <Problem error={read.error} />}
        {isShown && <Filters name={name} />}
        {!isShown && isWaiting && read.error === null && <Loading />}
        {!isShown && !isWaiting && !isDeleted && (
          <div class="card">
            <OperationForm
              name={name}
              about={about?.title ?? null}
              given={pathInput(given) as Record<string, string>}
              record={read.data === undefined || before === null ? undefined : recordOf(read.data)}
              onDone={(done) => {
                const made = madeAt(name, done);
                if (made === null) setOutput(done);
                else route(made);
              }}
            />
          </div>
        )}
        {output !== null && (
          <section class="card stack" ref={answer} tabIndex={-1}>
            <h2>{t('form.answer')}</h2>
            {name === 'describe_schema' && language.value !== 'en' && (
              <p class="note">{t('form.inEnglish')}</p>
            )}
            <RecordView record={shownOf(name, output)} />
            {isWrite(outline) && (
              <p>
                <a class="button" href={addressAfter(name, output, given)}>
                  {t('action.open')}
                </a>
              </p>
            )}
          </section>
        )}
        {isList && isAddressed && output === null && (
          <section class="stack-tight">
            {!isListOfRecord && <h2>{fieldWords(member)}</h2>}
            <RecordTable {...table} name={name} input={{ ...filters, ...pathInput(given) }} />
          </section>
        )}
      </div>
    </Screen>
  );
}
