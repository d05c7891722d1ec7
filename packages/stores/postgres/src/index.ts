export type { SealingKey } from '@social/store-kit'

export type { PostgresOptions } from './options.js'
export type { PostgresClient, PostgresPool, PostgresQuery } from './server/pool.js'
export { type PostgresStores, postgresStores } from './stores.js'
