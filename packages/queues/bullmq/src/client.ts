import { ConfigError } from '@social/core/platform'

/** A client of node-redis 5 or newer: what `createClient` of `redis` gives. */
export interface NodeRedisClient {
  sendCommand(command: string[]): Promise<unknown>
  duplicate(...args: never[]): unknown
}

/** A `Redis` of ioredis 5 or newer, made with `maxRetriesPerRequest: null`. */
export interface IoRedisClient {
  call(command: string, ...args: string[]): Promise<unknown>
  duplicate(...args: never[]): unknown
}

/** A connected client. It is the application's: the queue copies it for waiting, and closes its copies only. */
export type BullClient = NodeRedisClient | IoRedisClient

/** Sends one command: `['TIME']`. */
export type SendCommand = (command: readonly string[]) => Promise<unknown>

const has = (client: object, method: string): boolean => typeof Reflect.get(client, method) === 'function'

/** @throws ConfigError when it is no connected client. */
export function commandOf(client: unknown): SendCommand {
  if (typeof client === 'object' && client !== null && has(client, 'duplicate')) {
    const { call, sendCommand } = client as Partial<IoRedisClient & NodeRedisClient> // looked at by name only
    // ioredis has a sendCommand of another kind beside it.
    if (typeof call === 'function') return ([name = '', ...args]) => call.call(client, name, ...args)
    if (typeof sendCommand === 'function') return (command) => sendCommand.call(client, [...command])
  }
  throw new ConfigError(
    'bullQueue needs a connected client of node-redis (createClient) or ioredis (new Redis), 5 or newer, not its options.',
  )
}

/** A client of node-redis, as far as its own alarms go. */
interface WithCommandOptions {
  withCommandOptions(options: { readonly timeout: number }): object
  on(...args: readonly unknown[]): unknown
}

/** How listeners come and go. A view shares them with its client, which alone may count them. */
const LISTENING = ['on', 'once', 'addListener', 'off', 'removeListener'] as const

/**
 * The same client without the alarm that node-redis 6 makes for each command that waits to be written: an alarm costs more
 * than the rest of the command, and calls of the queue have an end of their own. Copies of the view have none either.
 */
export function withoutAlarms<C extends BullClient>(client: C): C {
  if (typeof client !== 'object' || client === null || !has(client, 'withCommandOptions')) return client
  const whole = client as C & WithCommandOptions // looked at just above, and every client of node-redis emits events
  const view = whole.withCommandOptions({ timeout: 0 })
  for (const name of LISTENING) {
    const method: unknown = Reflect.get(whole, name)
    if (typeof method === 'function') Reflect.set(view, name, method.bind(whole))
  }
  return view as C // it is the client itself, with other options
}
