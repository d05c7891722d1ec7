export type {
  IoRedisClient,
  NodeRedisClient,
  NodeRedisCluster,
  NodeRedisSentinel,
  RedisClient,
  RedisCommand,
} from './client.js'
export type { FencedLocks, HeldLock } from './locks.js'
export type { RedisOptions } from './options.js'
export { type RedisStores, redisStores } from './stores.js'
