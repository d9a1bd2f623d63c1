import { language } from '../platform/words.ts';

/** An amount in its hundredths, such as 1900, as the language writes it; subscriptions name no currency. */
export function amountText(cents: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(language.value, digits).format(cents / 100);
}
