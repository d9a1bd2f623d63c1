import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { isPaged } from '@postroad/core/platform/operations/listing';
import { expect, it } from 'vitest';

/** Reports, whose published shapes have their own members at the top (decision 0043). */
const reports = [
  ...['get_email_stats', 'preview_email', 'preview_segment', 'preview_renewal_approaching'],
  ...[
    'validate_flow',
    'dry_run_flow',
    'describe_schema',
    'list_overdue',
    'list_bounces',
    'get_queue_reasons',
    'get_clock',
  ],
  ...['export_definitions', 'diff_definitions', 'get_send_content', 'get_report'],
];

it('LEFT-08 every single answer is under its name, but for reports', () => {
  const plain = operationNames.filter((name) => {
    const operation = operationNamed(name);
    if (operation.safety !== 'read' || isPaged(operation)) return false;
    const { shape = {} } = operation.output as { shape?: Record<string, { type: string }> };
    return Object.values(shape)[0]?.type !== 'object';
  });
  expect(plain.toSorted()).toEqual(reports.toSorted());
});
