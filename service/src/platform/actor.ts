import type { Scope } from '@postroad/core/platform/operations/operation';

/** The caller of an operation. */
export interface Actor {
  /** `environment` for API_TOKEN, else `token <id>`. */
  id: string;
  name: string;
  scope: Scope;
}
