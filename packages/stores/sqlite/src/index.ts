export type { SealingKey } from '@social/store-kit'

export type { SqliteOptions } from './options.js'
export { type SqliteStores, sqliteStores } from './stores.js'
