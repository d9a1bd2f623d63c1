import { ListScreen } from '../operations/list-screen.tsx';
import type { Row } from '../operations/rows.ts';
import { number, t, tn } from '../platform/words.ts';
import { Sparkline } from './sparkline.tsx';
import { StatusBadge } from './status-badge.tsx';
import { triggerSentence } from './trigger-sentence.ts';

function numbersOf(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : [];
}

function Problems({ row }: { row: Row }) {
  const [parked, failed] = [Number(row.parked), Number(row.failed)];
  if (parked === 0 && failed === 0) {
    // The list knows what went wrong for people, and not whether a draft can be activated.
    return <span class="quiet-text">{row.status === 'draft' ? '–' : t('flows.noProblems')}</span>;
  }
  return (
    <span class="row tight">
      {parked > 0 && (
        <a class="badge warn" href={`/operations/list_flow_runs?flow_key=${row.key}&status=parked`}>
          {tn('flows.parked.one', 'flows.parked.other', parked)}
        </a>
      )}
      {failed > 0 && (
        <a class="badge bad" href="/queue?status=failed">
          {tn('flows.failed.one', 'flows.failed.other', failed)}
        </a>
      )}
    </span>
  );
}

const lead = 'flows.what';

/** Every flow with its trigger, the people inside, its mail and its problems (SCREEN-03). */
export function FlowsScreen() {
  return (
    <ListScreen
      noun="flows"
      title="nav.flows"
      lead={lead}
      createAddress="/flows/new"
      with={['runs', 'queue']}
      columns={['name', 'status', 'trigger', 'people_inside', 'parked', 'sent_days', 'problems']}
      heads={{
        status: t('flows.column.status'),
        trigger: t('flows.column.trigger'),
        people_inside: t('flows.column.inside'),
        parked: t('flows.column.parked'),
        sent_days: t('flows.column.mail'),
        problems: t('flows.column.problems'),
      }}
      cells={{
        status: ({ status }) => <StatusBadge status={String(status)} />,
        trigger: ({ trigger }) => {
          const listed = trigger as Parameters<typeof triggerSentence>[0];
          const sentence = triggerSentence(listed);
          return (
            <span class="flow-trigger" title={sentence}>
              {listed.label ?? sentence}
            </span>
          );
        },
        parked: ({ parked }) =>
          parked === 0 ? <span class="quiet-text">0</span> : number(Number(parked)),
        sent_days: ({ sent_days }) => <Sparkline days={numbersOf(sent_days)} />,
        problems: (row) => <Problems row={row} />,
      }}
    />
  );
}
