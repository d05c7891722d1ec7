export type {
  IoRedisClient,
  NodeRedisClient,
  NodeRedisCluster,
  NodeRedisSentinel,
  RedisClient,
  RedisCommand,
} from './server/client.js'
export type { FencedLocks, HeldLock } from './ports/locks.js'
export type { RedisOptions } from './options.js'
export { type RedisStores, redisStores } from './stores.js'
