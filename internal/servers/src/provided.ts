/** Where the servers of a project are: what its tests get by `inject`. */
export interface ProvidedServers {
  /** Address of a PostgreSQL that may be filled with databases; null when there is none. */
  readonly postgresUrl: string | null
  /** Address of a Redis that may be emptied; null when there is none. */
  readonly redisUrl: string | null
}

declare module 'vitest' {
  interface ProvidedContext extends ProvidedServers {}
}
