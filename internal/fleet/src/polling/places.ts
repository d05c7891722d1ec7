import { inject } from 'vitest'

const REDIS = inject('redisUrl')
const POSTGRES = inject('postgresUrl')

/** Shared storage that is available on this machine; null is a SQLite file. */
export const PLACES: readonly (readonly [name: string, address: string | null])[] = [
  ['a SQLite file', null],
  ...(REDIS === null ? [] : [['Redis', REDIS] as const]),
  ...(POSTGRES === null ? [] : [['PostgreSQL', POSTGRES] as const]),
]
