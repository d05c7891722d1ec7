export type { SqliteQueueOptions } from './options.js'
export { sqliteQueue } from './open.js'
