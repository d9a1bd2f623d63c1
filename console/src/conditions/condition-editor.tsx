import { isObject, type JsonObject } from '@postroad/core/platform/json';
import { useState } from 'preact/hooks';
import { call } from '../platform/call.ts';
import { jsonFault } from '../platform/json-fault.ts';
import { reads, useRead } from '../platform/reads.ts';
import { t } from '../platform/words.ts';
import { ConditionLeaf } from './condition-leaf.tsx';
import {
  addedAt,
  changedAt,
  type Group,
  groupOf,
  groupWith,
  membersOf,
  type Path,
  regrouped,
} from './condition-tree.ts';
import { purposeWords, typeWords } from './condition-words.ts';
import { NodeCount } from './node-count.tsx';
import { newLeaf, typesIn } from './vocabulary.ts';

const groups: readonly Group[] = ['all', 'any', 'not'];

interface EditorProps {
  condition: JsonObject;
  onCondition: (condition: JsonObject) => void;
}

async function leafOf(type: string): Promise<JsonObject> {
  const topic = await reads.fetchQuery({
    queryKey: [['schema'], 'describe_schema', { topic: 'conditions', part: type }],
    queryFn: () => call('describe_schema', { topic: 'conditions', part: type }),
  });
  return newLeaf(topic, type);
}

function useTypes() {
  const { data } = useRead('describe_schema', { topic: 'conditions' });
  return data === undefined ? [] : typesIn(data);
}

interface PartProps extends EditorProps {
  path: Path;
  part: JsonObject;
}

function AddPart({ condition, onCondition, path }: Omit<PartProps, 'part'>) {
  const types = useTypes();
  return (
    <select
      class="input add-part"
      aria-label={t('segments.add')}
      value=""
      onChange={({ currentTarget }) => {
        const type = currentTarget.value;
        currentTarget.value = '';
        if (type === '') return;
        void leafOf(type).then((leaf) => onCondition(addedAt(condition, path, leaf)));
      }}
    >
      <option value="">{t('segments.add')}</option>
      {types.map(({ type, purpose }) => (
        <option key={type} value={type} title={purposeWords(type, purpose)}>
          {typeWords(type)}
        </option>
      ))}
    </select>
  );
}

/** A part of a condition with its own count; groups hold their members. */
function Part(props: PartProps) {
  const { condition, onCondition, path, part } = props;
  const types = useTypes();
  const group = groupOf(part);
  const type = String(part.type ?? '');
  const purpose = types.find((one) => one.type === type)?.purpose ?? '';
  const name = group === null ? typeWords(type) : t(`segments.group.${group}`);
  // "None of these" is a group within `not`, and is drawn as one.
  const [inner] = membersOf(part);
  const isNone = group === 'not' && inner !== undefined && groupOf(inner) === 'any';
  const shown = membersOf(isNone ? inner : part);
  const at = isNone ? [...path, 0] : path;
  const change = (next: JsonObject | null) =>
    onCondition(changedAt(condition, path, () => next) ?? condition);
  return (
    <li class={group === null ? 'part' : 'part is-group'}>
      <div class="part-head">
        {group === null ? (
          <select
            class="input part-kind"
            aria-label={t('segments.kind')}
            value={type}
            onChange={({ currentTarget }) => void leafOf(currentTarget.value).then(change)}
          >
            {!types.some((one) => one.type === type) && <option value={type}>{name}</option>}
            {types.map((one) => (
              <option key={one.type} value={one.type}>
                {typeWords(one.type)}
              </option>
            ))}
          </select>
        ) : (
          <select
            class="input part-kind"
            aria-label={t('segments.group')}
            value={group}
            onChange={({ currentTarget }) => change(regrouped(part, currentTarget.value as Group))}
          >
            {groups.map((one) => (
              <option key={one} value={one}>
                {t(`segments.group.${one}`)}
              </option>
            ))}
          </select>
        )}
        <span class="row">
          {group === null && (
            <>
              <button
                type="button"
                class="button quiet small-button"
                onClick={() => change({ not: part })}
              >
                {t('segments.negate')}
              </button>
              <button
                type="button"
                class="button quiet small-button"
                onClick={() => change({ all: [part] })}
              >
                {t('segments.wrap')}
              </button>
            </>
          )}
          {path.length > 0 && (
            <button
              type="button"
              class="button quiet small-button"
              aria-label={t('segments.removeOf', { name })}
              onClick={() => change(null)}
            >
              {t('segments.remove')}
            </button>
          )}
          {path.length === 0 && group !== null && membersOf(part).length === 1 && (
            <button
              type="button"
              class="button quiet small-button"
              onClick={() => change(membersOf(part)[0] ?? null)}
            >
              {t('segments.unwrap')}
            </button>
          )}
        </span>
      </div>
      {group === null && purpose !== '' && (
        <p class="small quiet-text">{purposeWords(type, purpose)}</p>
      )}
      {group === null ? (
        <ConditionLeaf leaf={part} onLeaf={change} />
      ) : (
        <ul class="parts">
          {shown.map((member, index) => (
            <Part key={index} {...{ condition, onCondition }} part={member} path={[...at, index]} />
          ))}
        </ul>
      )}
      {group !== null && <AddPart {...{ condition, onCondition, path }} />}
      <NodeCount part={part} />
    </li>
  );
}

function JsonEditor({ condition, onCondition }: EditorProps) {
  const [text, setText] = useState(() => JSON.stringify(condition, null, 2));
  const [fault, setFault] = useState<string | null>(null);
  return (
    <div class="field whole">
      <label for="condition-json">{t('segments.json')}</label>
      <textarea
        id="condition-json"
        class="input code"
        value={text}
        spellcheck={false}
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault === null ? undefined : 'condition-json-fault'}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          try {
            const value: unknown = JSON.parse(currentTarget.value);
            setFault(isObject(value) ? null : t('form.badJson', { detail: '{ … }' }));
            if (isObject(value)) onCondition(value);
          } catch (error) {
            setFault(t('form.badJson', { detail: jsonFault(error) }));
          }
        }}
      />
      {fault !== null && (
        <span class="fault" id="condition-json-fault">
          {fault}
        </span>
      )}
    </div>
  );
}

/** Builds a condition part by part, each with count, sample and time; or as JSON (SCREEN-07). */
export function ConditionEditor({ condition, onCondition }: EditorProps) {
  const [isJson, setJson] = useState(false);
  const isGroup = groupOf(condition) !== null;
  return (
    <div class="stack-tight">
      <div class="row">
        <button type="button" class="button" aria-pressed={isJson} onClick={() => setJson(!isJson)}>
          {t('segments.asJson')}
        </button>
      </div>
      {isJson ? (
        <>
          <JsonEditor condition={condition} onCondition={onCondition} />
          <NodeCount part={condition} />
        </>
      ) : (
        <>
          <ul class="parts is-root">
            <Part condition={condition} onCondition={onCondition} path={[]} part={condition} />
          </ul>
          {!isGroup && (
            <AddPart
              condition={groupWith('all', [condition])}
              onCondition={onCondition}
              path={[]}
            />
          )}
        </>
      )}
    </div>
  );
}
