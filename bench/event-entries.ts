/** Events as a shop might send them: ten names, and 5 % from new people. */
export interface EventToSend {
  email: string;
  name: string;
  details: { amount: number; product: string; url: string };
}

export const eventNames = 10;

export function eventName(number: number): string {
  return `event ${number}`;
}

export function randomEvent(people: number): EventToSend {
  const who = 1 + Math.floor(Math.random() * people);
  const isNew = Math.random() < 0.05;
  const email = isNew
    ? `new${Math.random().toString(36).slice(2)}@example.com`
    : `person${who}@example.com`;
  return {
    email,
    name: eventName(1 + Math.floor(Math.random() * Math.random() * eventNames)),
    details: {
      amount: Math.floor(Math.random() * 500),
      product: `p${who % 50}`,
      url: `https://example.com/${who}`,
    },
  };
}
