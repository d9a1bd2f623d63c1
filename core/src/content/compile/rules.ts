import type { Issue } from '../../platform/issue.ts';

/** One step of a compile: takes the state after the previous rules and returns the next. */
export type Rule<State> = (state: State) => State;

/** Rules in order. A rule's name is that of its function. */
export type RuleTable<State> = readonly (readonly [name: string, rule: Rule<State>])[];

export interface Findings {
  readonly errors: readonly Issue[];
  readonly warnings: readonly Issue[];
  /** Set by `stopAtErrors`; no further rule runs. */
  readonly stopped: boolean;
}

/** Stops if an earlier rule found an error, after all of their errors are collected. */
export function stopAtErrors<State extends Findings>(state: State): State {
  return state.errors.length === 0 ? state : { ...state, stopped: true };
}

export function withErrors<State extends Findings>(state: State, errors: readonly Issue[]): State {
  return errors.length === 0 ? state : { ...state, errors: [...state.errors, ...errors] };
}

export function withWarnings<State extends Findings>(
  state: State,
  warnings: readonly Issue[],
): State {
  return warnings.length === 0 ? state : { ...state, warnings: [...state.warnings, ...warnings] };
}

export function applyRules<State extends Findings>(rules: RuleTable<State>, start: State): State {
  let state = start;
  for (const [, rule] of rules) {
    if (state.stopped) break;
    state = rule(state);
  }
  return state;
}
