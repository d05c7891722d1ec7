/** URLs of the servers of a project. Tests read these URLs with `inject`. */
export interface ProvidedServers {
  /**
   * URL of a PostgreSQL server in which tests may create databases. Null if no server is
   * available.
   */
  readonly postgresUrl: string | null
  /** URL of a Redis server whose data tests may delete. Null if no server is available. */
  readonly redisUrl: string | null
}

declare module 'vitest' {
  interface ProvidedContext extends ProvidedServers {}
}
