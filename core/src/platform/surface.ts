/** The interfaces by which records are changed; `engine` is the service itself (HIST-02). */
export const surfaces = ['http', 'mcp', 'cli', 'console', 'engine', 'submission'] as const;

export type Surface = (typeof surfaces)[number];

/** What a client of the HTTP API may say it is, in the header `Postroad-Surface`. */
const clientSurfaces = ['cli', 'console', 'mcp'] as const satisfies readonly Surface[];

export type ClientSurface = (typeof clientSurfaces)[number];

export const surfaceHeader = 'postroad-surface';

/** The surface that a header names; HTTP itself where it names none that is known. */
export function surfaceOf(header: string | string[] | undefined): Surface {
  return clientSurfaces.find((surface) => surface === header) ?? 'http';
}
