import { inject } from 'vitest'

const REDIS = inject('redisUrl')
const POSTGRES = inject('postgresUrl')

/** Where workers can meet on this machine; null is a SQLite file of their own. */
export const PLACES: readonly (readonly [name: string, address: string | null])[] = [
  ['a SQLite file', null],
  ...(REDIS === null ? [] : [['Redis', REDIS] as const]),
  ...(POSTGRES === null ? [] : [['PostgreSQL', POSTGRES] as const]),
]
