/** On whose behalf an operation runs. */
export interface Actor {
  /** `environment` for API_TOKEN, else `token <id>`. */
  id: string;
  name: string;
  scope: 'read' | 'write';
}
