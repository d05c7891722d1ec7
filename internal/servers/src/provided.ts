/** URLs of the servers of a project. Tests read them with `inject`. */
export interface ProvidedServers {
  /** URL of a PostgreSQL server in which tests may create databases; null if there is none. */
  readonly postgresUrl: string | null
  /** URL of a Redis server whose data tests may delete; null if there is none. */
  readonly redisUrl: string | null
}

declare module 'vitest' {
  interface ProvidedContext extends ProvidedServers {}
}
