/**
 * Whether a bounce means that the address takes no mail any more, by its RFC 3463 code; `otherwise`
 * if the code does not decide. A full mailbox (X.2.2), a policy against this mail (X.7.X) and every
 * code that begins with 4 are temporary. Reports and answers at the hand-over are judged alike.
 */
export function isHardBounce(enhanced: string | null, otherwise: boolean): boolean {
  const [, category, subject, detail] =
    /^([245])\.(\d{1,3})\.(\d{1,3})/.exec(enhanced?.trim() ?? '') ?? [];
  if (category === undefined) return otherwise;
  if (category !== '5' || subject === '7') return false;
  // 5.1.7 and 5.1.8 are about the sender's address; 5.1.0 may be: Postfix answers it for a sender
  // that it does not list.
  if (subject === '1' && detail === '0') return otherwise;
  if (subject === '1') return detail !== '7' && detail !== '8';
  if (subject === '2') return detail === '1' || (otherwise && detail !== '2' && detail !== '3');
  return otherwise;
}

/**
 * Whether a permanent refusal at the hand-over means that the recipient's address takes no mail. A
 * refusal without a reply code is our own and says nothing about the address.
 */
export function isAddressGone(status: number | null, enhanced: string | null): boolean {
  return status !== null && isHardBounce(enhanced, false);
}
