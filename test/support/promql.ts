import { parser } from '@prometheus-io/lezer-promql';

/** One metric that an expression selects, with the labels by which it does. */
export interface Selected {
  metric: string;
  matchers: { label: string; operator: string; value: string }[];
}

export interface ReadPromql {
  /** Parts that are no PromQL. */
  faults: string[];
  selected: Selected[];
  /** Labels by which it groups or joins. */
  grouped: string[];
}

/** The metrics and labels that an expression names. */
export function readPromql(expression: string): ReadPromql {
  const read: ReadPromql = { faults: [], selected: [], grouped: [] };
  const textOf = ({ from, to }: { from: number; to: number }) => expression.slice(from, to);
  parser.parse(expression).iterate({
    enter(node) {
      if (node.type.isError) read.faults.push(`${node.from}: ${textOf(node)}`);
      if (node.name === 'GroupingLabels') {
        read.grouped.push(...node.node.getChildren('LabelName').map(textOf));
      }
      if (node.name !== 'VectorSelector') return;
      const name = node.node.getChild('Identifier');
      const matchers = node.node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher');
      read.selected.push({
        metric: name === null ? '' : textOf(name),
        matchers: (matchers ?? []).map((matcher) => {
          const [label, operator, value] = ['LabelName', 'MatchOp', 'StringLiteral'].map((part) => {
            const found = matcher.getChild(part);
            return found === null ? '' : textOf(found);
          });
          return {
            label: label ?? '',
            operator: operator ?? '',
            value: (value ?? '').slice(1, -1),
          };
        }),
      });
    },
  });
  return read;
}
