export type { SealingKey } from './key-ring.js'
export type { SqliteOptions } from './options.js'
export { type SqliteStores, sqliteStores } from './stores.js'
