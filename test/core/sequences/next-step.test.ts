import { nextStep, type SequenceStep } from '@postroad/core/sequences/next-step';
import { describe, expect, it } from 'vitest';

const start = new Date('2031-05-01T00:00:00Z');
const step = (id: number, more: Partial<SequenceStep> = {}): SequenceStep => ({
  ...{ id, active: true, delay: { amount: 1, unit: 'days' }, later_step_ids: [] },
  ...more,
});
const next = (steps: SequenceStep[], taken: number[]) => {
  const found = nextStep(steps, { ended_step_ids: taken, last_step_ended_at: start });
  return found.kind === 'step' ? found.step.id : found.kind;
};
const draft = { active: false };

describe('what comes next on a sequence', () => {
  it.each<[string, SequenceStep[], number[], number | string]>([
    ['the first step at the start', [step(1), step(2)], [], 1],
    ['the one after what was taken', [step(1), step(2)], [1], 2],
    ['nothing after the last', [step(1), step(2)], [1, 2], 'finished'],
    ['nothing where there is no step', [], [], 'finished'],
    ['SEQ-09 never a draft', [step(1, draft), step(2)], [], 2],
    ['SAFE-01 nothing where only drafts follow', [step(1), step(2, draft)], [1], 'finished'],
    ['SAFE-03 nothing where every step is a draft', [step(1, draft)], [], 'finished'],
    ['a draft that was passed is not', [step(1), step(2, draft), step(3)], [1, 3], 'finished'],
    [
      'SEQ-19 a step set active before them',
      [step(1), step(2, { later_step_ids: [3] }), step(3)],
      [1],
      2,
    ],
    [
      'not one they had passed',
      [step(1), step(2, { later_step_ids: [3] }), step(3)],
      [1, 3],
      'finished',
    ],
    [
      'SEQ-20 one behind which a later one was that has been moved ahead of it',
      [step(1), step(3), step(2, { later_step_ids: [3] })],
      [1, 3],
      2,
    ],
    ['a step that moved ahead of what was taken', [step(2), step(1), step(3)], [1], 2],
    [
      'one that was deleted counts for the step that followed it',
      [step(2, { later_step_ids: [3] })],
      [3],
      'finished',
    ],
  ])('%s', (_, steps, taken, expected) => {
    expect(next(steps, taken)).toBe(expected);
  });

  it('comes after its own delay, from when the one before ended', () => {
    const steps = [step(1), step(2, { delay: { amount: 3, unit: 'hours' } })];
    expect(nextStep(steps, { ended_step_ids: [1], last_step_ended_at: start })).toMatchObject({
      due_at: new Date('2031-05-01T03:00:00Z'),
    });
  });
});
