import {
  type Context,
  engine,
  type Handler,
  type Handlers,
  handlerOfKind,
  type ReadHandler,
  read,
  transaction,
} from '@postroad/service/platform/handler';
import { expect, it } from 'vitest';

/** Whether the compiler takes a value of one type where another is asked for. */
type Fits<One, Other> = One extends Other ? true : false;

interface TagDeps {
  names: readonly string[];
}

const tagHandlers: Pick<Handlers<TagDeps>, 'list_tags'> = {
  list_tags: read(async (_input, { deps }) => ({
    tags: deps.names.map((name) => ({ name, people: 0, counted_at: '2031-01-01T00:00:00.000Z' })),
    next_cursor: null,
  })),
};
type TagHandlers = typeof tagHandlers;

it('UNIT-05 a handler that uses more than its interface does not compile', () => {
  const declared: Fits<Context<TagDeps>['deps'], { names: readonly string[] }> = true;
  const other: Fits<Context<TagDeps>['deps'], { database: unknown }> = false;
  const nothing: Fits<Context['deps'], object> = false;
  expect([declared, other, nothing]).toEqual([true, false, false]);
});

it('UNIT-05 a top that lacks what a handler uses does not compile', () => {
  const enough: Fits<TagHandlers, Pick<Handlers<TagDeps & { log: object }>, 'list_tags'>> = true;
  const lacking: Fits<TagHandlers, Pick<Handlers<{ log: object }>, 'list_tags'>> = false;
  expect([enough, lacking]).toEqual([true, false]);
});

it('UNIT-06 a handler that is missing, answers something else or has no kind does not compile', () => {
  type Listing = ReadHandler<'list_tags', unknown>;
  const whole: Fits<{ list_tags: Listing }, Pick<Handlers, 'list_tags'>> = true;
  const missing: Fits<{ list_tags: Listing }, Pick<Handlers, 'list_tags' | 'get_person'>> = false;
  const mistyped: Fits<ReadHandler<'get_person', unknown>, Handler<'list_tags', unknown>> = false;
  const kindless: Fits<Listing['run'], Handler<'list_tags', unknown>> = false;
  expect([whole, missing, mistyped, kindless]).toEqual([true, false, false, false]);
});

it('UNIT-06 a handler of another kind than the one that is asked for is refused', () => {
  const handlers: Pick<Handlers, 'delete_person' | 'move_clock'> = {
    delete_person: transaction(async () => ({ deleted: true })),
    move_clock: engine(async () => ({ now: '', settled: true })),
  };
  expect(handlerOfKind(handlers.delete_person, 'transaction')).toBe(handlers.delete_person);
  expect(() => handlerOfKind(handlers.move_clock, 'transaction')).toThrow('kind engine');
});
