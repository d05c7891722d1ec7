import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the Redis server. The set-up of the vitest project provides this value. */
    readonly redisUrl: string | null
  }
}

/**
 * Returns the URL of the Redis server for all tests of the project; null without a server, which
 * the set-up reports.
 */
export const configuredServer = (): string | null => inject('redisUrl')
