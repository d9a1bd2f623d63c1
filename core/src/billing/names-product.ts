const naming: ReadonlySet<unknown> = new Set([
  'active_subscription',
  'purchased',
  'subscription_renewal_approaching',
]);

/** Whether a condition or a flow's definition names the product anywhere. */
export function namesProduct(definition: unknown, key: string): boolean {
  const open: unknown[] = [definition];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const { type, product } = value as { type?: unknown; product?: unknown };
    if (product === key && naming.has(type)) return true;
    open.push(...Object.values(value));
  }
  return false;
}
