import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the set-up that the project's configuration names. */
    readonly redisUrl: string | null
  }
}

/** Address of the Redis for all tests of the project; null where there is none, which the set-up has said. */
export const configuredServer = (): string | null => inject('redisUrl')
