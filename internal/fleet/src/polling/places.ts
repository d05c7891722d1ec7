import { inject } from 'vitest'

const REDIS = inject('redisUrl')
const POSTGRES = inject('postgresUrl')

/**
 * Kinds of shared storage that are available on this machine. The URL null selects a SQLite file.
 */
export const PLACES: readonly (readonly [name: string, address: string | null])[] = [
  ['a SQLite file', null],
  ...(REDIS === null ? [] : [['Redis', REDIS] as const]),
  ...(POSTGRES === null ? [] : [['PostgreSQL', POSTGRES] as const]),
]
