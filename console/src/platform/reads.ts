import { outlines } from 'console:outlines';
import type {
  OperationName,
  OperationOutput,
  OperationRequest,
} from '@postroad/core/catalog/catalog';
import {
  InfiniteQueryObserver,
  keepPreviousData,
  QueryClient,
  QueryObserver,
} from '@tanstack/query-core';
import { useEffect, useState } from 'preact/hooks';
import { call } from './call.ts';

/** Keeps what was read, and reads it again when the service tells of a change. */
export const reads = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: true },
  },
});

/** The words of the paths whose changes an answer may show, such as `flows` and `runs`. */
function resourcesOf(name: OperationName): string[] {
  return outlines[name].path.split('/').filter((word) => word !== '' && !word.startsWith(':'));
}

/** Reads again whatever on display a change of `resource` may concern. */
export function invalidate(resource: string): void {
  void reads.invalidateQueries({
    predicate: ({ queryKey: [resources] }) =>
      Array.isArray(resources) && resources.includes(resource),
  });
}

export function invalidateAll(): void {
  void reads.invalidateQueries();
}

interface ReadOptions {
  /** Resources beside its own whose changes it shows. */
  with?: readonly string[];
  /** Milliseconds after which it is read again even if no change was reported. */
  every?: number;
}

export interface Read<Data> {
  data: Data | undefined;
  error: unknown;
  /** Whether there is nothing to show yet. */
  isLoading: boolean;
}

/** Draws a component again whenever what it reads changes. */
function useRedraws(observer: {
  subscribe(listener: () => void): () => void;
  updateResult(): void;
}): void {
  const [, redraw] = useState({});
  useEffect(() => {
    const stop = observer.subscribe(() => redraw({}));
    // The answer may have come, to another reader of it, since the component was drawn.
    observer.updateResult();
    redraw({});
    return stop;
  }, [observer]);
}

/** Reads an operation for a component, and again after each change. `null` asks nothing. */
export function useRead<Name extends OperationName>(
  name: Name,
  input: OperationRequest<Name> | null,
  { with: also = [], every }: ReadOptions = {},
): Read<OperationOutput<Name>> {
  const options = {
    queryKey: [[...resourcesOf(name), ...also], name, input] as const,
    queryFn: () => call(name, input as OperationRequest<Name>),
    enabled: input !== null,
    placeholderData: keepPreviousData,
    ...(every === undefined ? {} : { refetchInterval: every }),
  };
  const [observer] = useState(() => new QueryObserver(reads, options));
  useRedraws(observer);
  useEffect(() => observer.setOptions(options));
  const { data, error, isLoading } = observer.getOptimisticResult(
    reads.defaultQueryOptions(options),
  );
  return { data: data as OperationOutput<Name> | undefined, error, isLoading };
}

export interface ReadPages<Data> extends Omit<Read<Data>, 'data'> {
  pages: Data[];
  /** Reads the next page; null on the last. */
  more: (() => void) | null;
  isReadingMore: boolean;
}

/** Reads a list page by page. */
export function useReadPages<Name extends OperationName>(
  name: Name,
  input: OperationRequest<Name>,
  { with: also = [], every }: ReadOptions = {},
): ReadPages<OperationOutput<Name>> {
  const options = {
    queryKey: [[...resourcesOf(name), ...also], name, input, 'pages'] as const,
    queryFn: ({ pageParam }: { pageParam: string | null }) =>
      call(name, { ...input, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: object) =>
      (page as { next_cursor?: string | null }).next_cursor ?? null,
    placeholderData: keepPreviousData,
    ...(every === undefined ? {} : { refetchInterval: every }),
  };
  const [observer] = useState(() => new InfiniteQueryObserver(reads, options));
  useRedraws(observer);
  useEffect(() => observer.setOptions(options));
  const result = observer.getOptimisticResult(reads.defaultQueryOptions(options) as never);
  const pages = (result.data as { pages: OperationOutput<Name>[] } | undefined)?.pages ?? [];
  return {
    pages,
    error: result.error,
    isLoading: result.isLoading,
    more: result.hasNextPage ? () => void observer.fetchNextPage() : null,
    isReadingMore: result.isFetchingNextPage,
  };
}

/** How often what shows these resources was read: it grows when the service tells of a change. */
export function useTimesRead(resources: readonly string[]): number {
  const options = {
    queryKey: [resources, 'times-read'] as const,
    queryFn: () => (reads.getQueryData<number>([resources, 'times-read']) ?? 0) + 1,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  };
  const [observer] = useState(() => new QueryObserver(reads, options));
  const [, redraw] = useState({});
  useEffect(() => observer.subscribe(() => redraw({})), [observer]);
  return observer.getCurrentResult().data ?? 1;
}
