import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { useState } from 'preact/hooks';
import { issueWords } from '../../conditions/issue-words.ts';
import { nounWords } from '../../operations/catalog-words.ts';
import { useRead } from '../../platform/reads.ts';
import { Loading } from '../../platform/screen.tsx';
import { Scroller } from '../../platform/scroller.tsx';
import { changedText, ownText } from '../../platform/sentences.ts';
import { shownTime } from '../../platform/times.ts';
import { t, tn } from '../../platform/words.ts';
import { lineDiff, withGaps } from './line-diff.ts';

export type Plan = OperationOutput<'diff_definitions'>;
type Change = Plan['changes'][number];
type Rehearsal = Plan['dry_runs'][number];

/** How each kind of change looks. */
const tones: Readonly<Record<Change['kind'], string>> = {
  create: 'good',
  update: 'accent',
  unchanged: '',
  absent: 'bad',
  behind: 'warn',
};

/** The noun of a type of record, where it is not its plural. */
const nounsOfTypes: Readonly<Record<string, string>> = {
  template: 'layouts',
  profile: 'profile',
  settings: 'settings',
};

function typeWords(type: string): string {
  if (type === 'flow_test') return t('review.test');
  return nounWords(nounsOfTypes[type] ?? `${type}s`);
}

interface Issue {
  path: string;
  code: string;
  message: string;
}

export function Issues({ issues, tone }: { issues: readonly Issue[]; tone: 'bad' | 'warn' }) {
  if (issues.length === 0) return null;
  return (
    <ul class={`note ${tone} issues`}>
      {issues.map((issue, index) => (
        <li key={index}>
          {issue.path !== '' && <code>{issue.path}</code>} {issueWords(issue, undefined).message}
        </li>
      ))}
    </ul>
  );
}

/** What is before each line, for those who see no colours too. */
const marks = { same: ' ', removed: '−', added: '+', gap: '⋯' } as const;

/** Two texts as one, with what goes and what comes. */
function TextDiff({ before, after, label }: { before: string; after: string; label: string }) {
  const lines = withGaps(lineDiff(before, after));
  return (
    <Scroller class="block diff" label={label}>
      <pre>
        {lines.map(({ kind, text }, index) => (
          <span class={`diff-line ${kind}`} key={index}>
            <span class="diff-mark">{marks[kind]}</span>
            {kind === 'gap' ? tn('review.gap.one', 'review.gap.other', Number(text)) : text}
            {'\n'}
          </span>
        ))}
      </pre>
    </Scroller>
  );
}

/** The texts of a record on both sides, read when they are asked for. */
function Texts({
  change,
  text,
  byKey,
}: {
  change: Change;
  text: string | undefined;
  byKey: boolean;
}) {
  const { data } = useRead('export_definitions', {
    paths: [change.path],
    ...(byKey && { by_key: true }),
  });
  if (data === undefined) return <Loading />;
  return (
    <TextDiff
      before={data.files[change.path] ?? ''}
      after={text ?? ''}
      label={t('review.linesOf', { path: change.path })}
    />
  );
}

/** One record that differs: what changes in words, what is wrong with it, and its lines. */
export function ChangeCard(props: { change: Change; text: string | undefined; byKey: boolean }) {
  const { kind, type, label, path, summary, errors, warnings, blocks } = props.change;
  const [isOpen, setOpen] = useState(false);
  return (
    <li class="change">
      <div class="row">
        <span class={`badge ${tones[kind]}`}>{t(`review.kind.${kind}`)}</span>
        <strong>{label}</strong>
        <span class="quiet-text">{typeWords(type)}</span>
        {blocks && <span class="badge bad">{t('review.blocks')}</span>}
      </div>
      <code class="small change-path">{path}</code>
      {summary.length > 0 && (
        <ul class="change-summary">
          {summary.map((line) => (
            <li key={line}>{changedText(line)}</li>
          ))}
        </ul>
      )}
      <Issues issues={errors} tone="bad" />
      <Issues issues={warnings} tone="warn" />
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          {t('review.lines')}
          <span class="sr"> {label}</span>
        </summary>
        {isOpen && <Texts {...props} />}
      </details>
    </li>
  );
}

/** How a changed flow would treat somebody who is there. */
function RehearsalCard({ rehearsal }: { rehearsal: Rehearsal }) {
  const { flow, triggered, reason, person, event, steps, problems } = rehearsal;
  const tone = triggered === null ? '' : triggered ? 'good' : 'warn';
  return (
    <li class="change">
      <div class="row">
        <span class={`badge ${tone}`}>
          {t(
            triggered === null
              ? 'review.untried'
              : triggered
                ? 'review.starts'
                : 'review.startsNot',
          )}
        </span>
        <strong>{flow}</strong>
        {person !== null && (
          <span class="quiet-text">
            {event === null
              ? person.email
              : t('review.with', { person: person.email, event: event.name })}
          </span>
        )}
      </div>
      {reason !== '' && <p class="small">{ownText(reason)}</p>}
      {steps.length > 0 && (
        <ol class="rehearsed">
          {steps.map(({ handle, name, at, would }) => (
            <li key={handle}>
              <strong>{name}</strong> {ownText(would)}{' '}
              <span class="quiet-text small">{shownTime(at)}</span>
            </li>
          ))}
        </ol>
      )}
      <Issues issues={problems} tone="warn" />
    </li>
  );
}

/** Each changed flow, tried on a real person without doing anything. */
export function Rehearsals({ rehearsals }: { rehearsals: readonly Rehearsal[] }) {
  if (rehearsals.length === 0) return null;
  return (
    <section class="card stack" aria-labelledby="rehearsals">
      <div>
        <h2 id="rehearsals">{t('review.rehearsals')}</h2>
        <p class="quiet-text">{t('review.rehearsalsText')}</p>
      </div>
      <ul class="plain changes">
        {rehearsals.map((rehearsal) => (
          <RehearsalCard key={rehearsal.flow} rehearsal={rehearsal} />
        ))}
      </ul>
    </section>
  );
}
