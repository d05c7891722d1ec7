export type { PgBossOptions } from './options.js'
export { pgBossQueue } from './open.js'
