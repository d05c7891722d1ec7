import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test server, provided by the vitest project's global setup. */
    readonly redisUrl: string | null
  }
}

/**
 * Returns the URL of the Redis server that all tests of the project share. Returns null if there
 * is none; the global setup has then reported the skipped tests.
 */
export const configuredServer = (): string | null => inject('redisUrl')
