export type { SealingKey } from './key-ring.js'
export type { SqliteOptions } from './options.js'
export { SqliteStores, sqliteStores } from './stores.js'
