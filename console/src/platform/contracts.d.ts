/** Modules that the build makes from the catalog (`console/bin/build.mjs`). */

declare module 'console:outlines' {
  import type { OperationName } from '@postroad/core/catalog/catalog';
  import type { OperationOutline } from '@postroad/core/catalog/outline';
  import type { Scope } from '@postroad/core/platform/operations/scope';

  /** What the console knows of each operation before it draws a form. */
  export interface ConsoleOutline extends OperationOutline {
    scope: Scope;
    /** The resource that it changes, where that is not the first word of its path. */
    changes?: string;
    /** Whether a file goes up or comes down, which a form cannot hold. */
    streams: boolean;
  }

  export const outlines: Readonly<Record<OperationName, ConsoleOutline>>;
}

declare module 'console:schemas' {
  import type { ContractSchemas } from '@postroad/core/catalog/contract-schemas';

  /** Loads the schemas of the operations of a noun. */
  export const schemaLoaders: Readonly<
    Record<string, () => Promise<{ schemas: Readonly<Record<string, ContractSchemas>> }>>
  >;
}
