import { ConfigError } from '@social/core/store'

/**
 * Sends one command and gives back the reply: `['GET', 'key']`. Bulk strings come as text, nil as null. `key` is the key
 * the command is about, for clients that choose a server by it.
 */
export type RedisCommand = (command: string[], key: string) => Promise<unknown>

/** A client or a pool of node-redis 5 or newer: what `createClient` and `createClientPool` of `redis` give. */
export interface NodeRedisClient {
  readonly isReady?: boolean | undefined
  sendCommand(command: string[], options?: { readonly timeout?: number }): Promise<unknown>
}

/** A cluster of node-redis 5 or newer: what `createCluster` of `redis` gives. */
export interface NodeRedisCluster {
  readonly slots: unknown
  sendCommand(key: string, isReadonly: boolean, command: string[]): Promise<unknown>
}

/** What `createSentinel` of node-redis 5 or newer gives. */
export interface NodeRedisSentinel {
  getSentinelNode(): unknown
  sendCommand(isReadonly: boolean, command: string[]): Promise<unknown>
}

/** A `Redis` or `Cluster` of ioredis 5 or newer. */
export interface IoRedisClient {
  call(command: string, ...args: string[]): Promise<unknown>
}

/** What the stores talk to Redis through: a client of node-redis or ioredis, or a function of your own. */
export type RedisClient =
  | NodeRedisClient
  | NodeRedisCluster
  | NodeRedisSentinel
  | IoRedisClient
  | RedisCommand

/**
 * The one function the stores need of a client, whichever it is. Told apart by shape: an application may have another
 * copy of the client's package than anybody else.
 *
 * @throws ConfigError when it is none of them.
 */
export function commandOf(client: unknown): RedisCommand {
  if (typeof client === 'function') return client as RedisCommand // what the application says it is
  if (typeof client === 'object' && client !== null) {
    // ioredis has a sendCommand of another kind beside it.
    if (has(client, 'call')) return ioRedis(client as IoRedisClient) // it has the method, and no other client does
    if (has(client, 'sendCommand')) {
      if (has(client, 'getSentinelNode')) return sentinel(client as NodeRedisSentinel) // so says its own method
      if ('slots' in client) return cluster(client as NodeRedisCluster) // only a cluster has them
      return single(client as NodeRedisClient) // the method was looked at above
    }
  }
  throw new ConfigError(
    'redisStores needs a connected client of node-redis (createClient) or ioredis (new Redis), 5 or newer, or a function that sends one command.',
  )
}

const has = (client: object, method: string): boolean => typeof Reflect.get(client, method) === 'function'

/**
 * node-redis 6 sets an alarm for each command that waits to be written. A client that is connected writes at once, and
 * the alarm is half of what a command costs; the stores have their own.
 */
const WITHOUT_ALARM = { timeout: 0 }

const single =
  (client: NodeRedisClient): RedisCommand =>
  (command) =>
    client.isReady === true ? client.sendCommand(command, WITHOUT_ALARM) : client.sendCommand(command)

const cluster =
  (client: NodeRedisCluster): RedisCommand =>
  (command, key) =>
    client.sendCommand(key, false, command)

const sentinel =
  (client: NodeRedisSentinel): RedisCommand =>
  (command) =>
    client.sendCommand(false, command)

const ioRedis =
  (client: IoRedisClient): RedisCommand =>
  ([name = '', ...args]) =>
    client.call(name, ...args)
