export { bullQueue } from './bull-queue.js'
export type { BullClient, IoRedisClient, NodeRedisClient } from './client.js'
export type { BullQueueOptions } from './options.js'
