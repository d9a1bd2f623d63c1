/** The whole of a stream of which the first piece was read already. */
export async function* startingWith(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
