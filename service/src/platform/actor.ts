/** The caller of an operation. */
export interface Actor {
  /** `environment` for API_TOKEN, else `token <id>`. */
  id: string;
  name: string;
  scope: 'read' | 'write';
}
