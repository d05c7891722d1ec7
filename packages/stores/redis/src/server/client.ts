import { ConfigError } from '@social/core/store'

/**
 * Sends one command such as `['GET', 'key']` and returns its reply. The reply must contain text
 * for bulk strings and null for nil. `key` is the command's key, for clients that choose a server
 * by key.
 */
export type RedisCommand = (command: string[], key: string) => Promise<unknown>

/** A client or a pool of node-redis 5 or newer: the result of `createClient` or `createClientPool` of `redis`. */
export interface NodeRedisClient {
  readonly isReady?: boolean | undefined
  sendCommand(command: string[], options?: { readonly timeout?: number }): Promise<unknown>
}

/** A cluster of node-redis 5 or newer: the result of `createCluster` of `redis`. */
export interface NodeRedisCluster {
  readonly slots: unknown
  sendCommand(key: string, isReadonly: boolean, command: string[]): Promise<unknown>
}

/** A sentinel of node-redis 5 or newer: the result of `createSentinel` of `redis`. */
export interface NodeRedisSentinel {
  getSentinelNode(): unknown
  sendCommand(isReadonly: boolean, command: string[]): Promise<unknown>
}

/** A `Redis` or `Cluster` of ioredis 5 or newer. */
export interface IoRedisClient {
  call(command: string, ...args: string[]): Promise<unknown>
}

/**
 * Redis client that the stores accept: a client of node-redis or ioredis, or a function that sends
 * commands.
 */
export type RedisClient =
  | NodeRedisClient
  | NodeRedisCluster
  | NodeRedisSentinel
  | IoRedisClient
  | RedisCommand

/**
 * Returns a function that sends commands through a client of any supported kind. The kind is
 * detected by its methods, because an application may have its own copy of the client's package.
 *
 * @throws ConfigError for any other value.
 */
export function commandOf(client: unknown): RedisCommand {
  if (typeof client === 'function') return client as RedisCommand // safe cast: callers pass a RedisCommand; this cannot be checked
  if (typeof client === 'object' && client !== null) {
    // `call` is checked first, because ioredis also has a `sendCommand`, with different arguments.
    if (has(client, 'call')) return ioRedis(client as IoRedisClient) // safe cast: of the supported clients only ioredis has `call`
    if (has(client, 'sendCommand')) {
      if (has(client, 'getSentinelNode')) return sentinel(client as NodeRedisSentinel) // safe cast: only a node-redis sentinel has this method
      if ('slots' in client) return cluster(client as NodeRedisCluster) // safe cast: only a node-redis cluster has `slots`
      return single(client as NodeRedisClient) // safe cast: `sendCommand` was checked above
    }
  }
  throw new ConfigError(
    'redisStores needs a connected client of node-redis (createClient) or ioredis (new Redis), 5 or newer, or a function that sends one command.',
  )
}

const has = (client: object, method: string): boolean => typeof Reflect.get(client, method) === 'function'

/**
 * Disables the timeout of node-redis. Version 6 starts a timer for each command that waits to be
 * written, which is half of the cost of a command. A connected client writes immediately, and the
 * stores have their own timeouts.
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
