import type { OperationOutput } from '@postroad/core/catalog/catalog';
import {
  contrastOf,
  leastContrast,
  type Scheme,
  schemes,
  textPairs,
} from '@postroad/core/content/themes/contrast';
import { isObject } from '@postroad/core/platform/json';
import { useId } from 'preact/hooks';
import { noteWords } from '../operations/field-words.ts';
import { number, t, wordsUnder } from '../platform/words.ts';

export type Variable = OperationOutput<'list_themes'>['variables'][number];
export type Values = Readonly<Record<string, unknown>>;

/** A variable in the words of the API, else in those of the language. */
function variableWords({ name, label }: Pick<Variable, 'name' | 'label'>): string {
  return wordsUnder(`theme.variable.${name}`) ?? label;
}

interface ValueProps {
  variable: Variable;
  values: Values;
  fault: string | null;
  isReadOnly: boolean;
  onValue: (value: unknown) => void;
}

export function colourIn(values: Values, name: string, scheme: Scheme): string {
  const value = values[name];
  return isObject(value) ? String(value[scheme] ?? '') : '';
}

/** A colour that the browser's own picker takes. */
function pickable(hex: string): string {
  const digits = hex.replace('#', '');
  if (/^[\da-f]{6}/i.test(digits)) return `#${digits.slice(0, 6).toLowerCase()}`;
  if (!/^[\da-f]{3,4}$/i.test(digits)) return '#000000';
  return `#${[...digits.slice(0, 3)].map((one) => one + one).join('')}`.toLowerCase();
}

/** How well a text of this colour can be read on its background, in light and in dark. */
function Contrasts({ name, values }: { name: string; values: Values }) {
  const pairs = textPairs.filter(({ text }) => text === name);
  return (
    <>
      {pairs.map(({ on }) => {
        const found = schemes.map((scheme) => ({
          scheme,
          contrast: contrastOf(colourIn(values, name, scheme), colourIn(values, on, scheme)),
        }));
        const isLow = found.some(({ contrast }) => contrast < leastContrast);
        return (
          <p class={isLow ? 'contrast fault-text' : 'contrast quiet-text'} key={on}>
            {isLow ? t('theme.lowContrast') : t('theme.contrast')}{' '}
            {found
              .map(({ scheme, contrast }) =>
                t('theme.ratio', {
                  scheme: t(`email.scheme.${scheme}`),
                  ratio: number(Math.floor(contrast * 10) / 10),
                }),
              )
              .join(', ')}
            {pairs.length > 1 &&
              ` ${t('theme.contrastOn', { name: wordsUnder(`theme.variable.${on}`) ?? on })}`}
          </p>
        );
      })}
    </>
  );
}

function ColourInputs({ variable, values, isReadOnly, onValue }: ValueProps) {
  const { name } = variable;
  const both = { light: colourIn(values, name, 'light'), dark: colourIn(values, name, 'dark') };
  return (
    <div class="theme-inputs">
      {schemes.map((scheme) => {
        const label = `${variableWords(variable)}, ${t(`email.scheme.${scheme}`)}`;
        const set = (hex: string) => onValue({ ...both, [scheme]: hex });
        return (
          <span class="colour" key={scheme}>
            <span class="quiet-text" aria-hidden="true">
              {t(`email.scheme.${scheme}`)}
            </span>
            <input
              type="color"
              aria-label={label}
              value={pickable(both[scheme])}
              disabled={isReadOnly}
              onInput={({ currentTarget }) => set(currentTarget.value)}
            />
            <input
              class="input"
              aria-label={t('theme.hexOf', { name: label })}
              value={both[scheme]}
              spellcheck={false}
              autocomplete="off"
              readOnly={isReadOnly}
              onInput={({ currentTarget }) => set(currentTarget.value)}
            />
          </span>
        );
      })}
    </div>
  );
}

/** The most pixels that a slider reaches; a text takes any length. */
function mostOf(name: string): number {
  if (name.endsWith('max_width')) return 900;
  return /thickness/.test(name) ? 12 : 80;
}

function LengthInputs({ variable, values, isReadOnly, onValue }: ValueProps) {
  const { name } = variable;
  const text = String(values[name] ?? '');
  const pixels = /^\d+(?:\.\d+)?px$/.test(text) ? Number.parseFloat(text) : null;
  const label = variableWords(variable);
  return (
    <div class="length">
      <input
        type="range"
        aria-label={label}
        min={0}
        max={mostOf(name)}
        value={pixels ?? 0}
        disabled={isReadOnly || pixels === null}
        onInput={({ currentTarget }) => onValue(`${currentTarget.value}px`)}
      />
      <input
        class="input"
        aria-label={t('theme.lengthOf', { name: label })}
        value={text}
        spellcheck={false}
        autocomplete="off"
        readOnly={isReadOnly}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    </div>
  );
}

type Stacks = OperationOutput<'list_themes'>['font_stacks'];

function FontInputs(props: ValueProps & { stacks: Stacks }) {
  const { variable, values, isReadOnly, onValue, stacks } = props;
  const text = String(values[variable.name] ?? '');
  const label = variableWords(variable);
  const id = useId();
  return (
    <div class="wide">
      <input
        class="input"
        aria-label={label}
        list={id}
        value={text}
        placeholder={variable.default === '' ? t('theme.asBody') : undefined}
        spellcheck={false}
        autocomplete="off"
        readOnly={isReadOnly}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
      <datalist id={id}>
        {stacks.map(({ label: name, stack }) => (
          <option key={stack} value={stack}>
            {name}
          </option>
        ))}
      </datalist>
    </div>
  );
}

/** One variable of a theme as a control, with its label and its fault (CON2-05). */
export function ThemeValue(props: ValueProps & { stacks: Stacks }) {
  const { variable, values, fault } = props;
  const { name, type, help } = variable;
  return (
    <div class={`theme-value of-${type}`}>
      <div>
        <span class="label">{variableWords(variable)}</span>
        <p class="hint">{noteWords(help)}</p>
      </div>
      {type === 'color' && <ColourInputs {...props} />}
      {type === 'length' && <LengthInputs {...props} />}
      {type === 'font' && <FontInputs {...props} />}
      {type === 'color' && <Contrasts name={name} values={values} />}
      {fault !== null && <p class="fault">{fault}</p>}
    </div>
  );
}
