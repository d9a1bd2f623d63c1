/** Says to this process's engine that a lane got work, so that it need not look all the time. */
export class WorkHint {
  /** What a process before this one left is looked for at once. */
  #given = true;

  give(): void {
    this.#given = true;
  }

  /** True once for each time it was given. */
  take(): boolean {
    const given = this.#given;
    this.#given = false;
    return given;
  }
}
