import { ProblemError } from '@postroad/http/client/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Scroller } from '../platform/scroller.tsx';
import { t } from '../platform/words.ts';
import { fieldWords } from './field-words.ts';
import { type FieldSpec, textOf } from './fields.ts';

type Texts = Readonly<Record<string, string>>;

interface ConflictProps {
  error: unknown;
  fields: readonly FieldSpec[];
  /** What was edited here, by field. */
  mine: Texts;
  /** The same fields as others saved them, where they have better words than their values. */
  theirs?: Texts;
  /** What a screen calls its fields, where it has words of its own. */
  labels?: Texts;
  onMerge: (current: Readonly<Record<string, unknown>>, kept: Texts) => void;
}

/** The record as it is now, from the refusal of a write over another's edit. */
export function currentIn(error: unknown): Readonly<Record<string, unknown>> | null {
  const current: unknown =
    error instanceof ProblemError ? (error.problem as { current?: unknown }).current : null;
  return typeof current === 'object' && current !== null
    ? (current as Record<string, unknown>)
    : null;
}

interface Sides {
  name: string;
  label: string;
  theirs: ComponentChildren;
  mine: ComponentChildren;
  /** What chooses between them. */
  action: ComponentChildren;
}

interface SidesTableProps {
  rows: readonly Sides[];
  /** What the sides are called, where they are not those of two people. */
  heads?: { theirs: string; mine: string };
}

/** What somebody else saved beside what is edited here, a row for each field that both changed. */
export function SidesTable({ rows, heads }: SidesTableProps) {
  return (
    <Scroller class="table-wrap" label={t('conflict.title')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('conflict.field')}</th>
            <th scope="col">{heads?.theirs ?? t('conflict.theirs')}</th>
            <th scope="col">{heads?.mine ?? t('conflict.mine')}</th>
            <th scope="col">{t('list.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, label, theirs, mine, action }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td>{theirs}</td>
              <td>{mine}</td>
              <td>{action}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

/** Shows both sides of an edit that met another's, and continues with what is chosen of each (CON-11). */
export function Conflict({
  error,
  fields,
  mine,
  theirs = {},
  labels = {},
  onMerge,
}: ConflictProps) {
  const current = currentIn(error);
  const edited = fields.filter(({ name }) => mine[name] !== undefined);
  const [taken, setTaken] = useState<readonly string[]>([]);
  if (current === null) return null;
  return (
    <section class="note warn" role="alert">
      <h2>{t('conflict.title')}</h2>
      <p>{t('conflict.text')}</p>
      <SidesTable
        rows={edited.map((field) => ({
          name: field.name,
          label: labels[field.name] ?? fieldWords(field.name),
          theirs: <pre>{theirs[field.name] ?? textOf(field, current[field.name])}</pre>,
          mine: <pre>{mine[field.name]}</pre>,
          action: (
            <label class="choice">
              <input
                type="checkbox"
                checked={taken.includes(field.name)}
                onChange={({ currentTarget }) =>
                  setTaken(
                    currentTarget.checked
                      ? [...taken, field.name]
                      : taken.filter((name) => name !== field.name),
                  )
                }
              />
              {t('conflict.takeTheirs')}
            </label>
          ),
        }))}
      />
      <p>
        <button
          type="button"
          class="button"
          onClick={() =>
            onMerge(
              current,
              Object.fromEntries(Object.entries(mine).filter(([name]) => !taken.includes(name))),
            )
          }
        >
          {t('conflict.keepMine')}
        </button>
      </p>
    </section>
  );
}
