/** Whether a body in Markdown with Liquid shows the link that confirms a sign-up. */
export function holdsConfirmLink(body: string): boolean {
  return /\{\{-?\s*confirm_url\b/.test(body);
}
