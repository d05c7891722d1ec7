import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by the set-up of the vitest project. */
    readonly redisUrl: string | null
  }
}

/** URL of the Redis server for all tests of the project; null without one, which the set-up reports. */
export const configuredServer = (): string | null => inject('redisUrl')
