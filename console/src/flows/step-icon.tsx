/** The drawing of each type of step, in a square of 16. */
const paths: Readonly<Record<string, string>> = {
  trigger: 'M9 1 3.5 9H8l-1 6 5.5-8H8z',
  send_email: 'M2 4h12v8.5H2zM2 4.5l6 4.5 6-4.5',
  delay: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2m0 3v3.2l2.2 1.5',
  if_else: 'M8 2v4M8 6 4 10v4M8 6l4 4v4',
  split: 'M8 2v3M8 5 3 10v4M8 5v9M8 5l5 5v4',
  gate: 'M4 14V4m8 10V4M4 7h8M4 11h8',
  add_tag: 'M2 2h5l7 7-5 5-7-7zM5 5h.01',
  remove_tag: 'M2 2h5l7 7-5 5-7-7zM6 6l3 3',
  set_field: 'M2 4h12v8H2zM5 8h6',
  fire_event: 'M8 2v4M3 5l3 2M13 5l-3 2M8 14a3.5 3.5 0 0 0 0-7 3.5 3.5 0 0 0 0 7',
  call_webhook: 'M2 8h8M7 5l3 3-3 3M12 3v10',
  start_sequence: 'M3 3h7v4H3zM6 9h7v4H6z',
  exit_flow: 'M9 3H3v10h6M7 8h7m-2.5-2.5L14 8l-2.5 2.5',
};

export function StepIcon({ type }: { type: string }) {
  return (
    <svg class="step-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={paths[type] ?? 'M3 8h10'} />
    </svg>
  );
}
