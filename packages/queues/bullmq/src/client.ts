import { ConfigError } from '@social/core/store'

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

/** A client of node-redis, as far as views of it go. */
interface NodeRedisEmitter {
  withCommandOptions(options: { readonly timeout: number }): object
  on(event: string, listener: Listener): unknown
  off(event: string, listener: Listener): unknown
}

type Listener = (...args: readonly unknown[]) => void

/** What BullMQ is given of a client. */
export interface ClientView<C> {
  readonly client: C
  /** Takes every listener away that was added through the view. */
  letGo(): void
}

/**
 * A view of a client for BullMQ, without the alarm that node-redis 6 makes for each command that waits to be written: it
 * costs more than the rest of the command, and calls of the queue have an end of their own. Copies have none either.
 * BullMQ never stops listening to a client that is not its own, and passes errors on to nobody once it is closed, which
 * would end the process: the view remembers what listens.
 */
export function viewOf<C extends BullClient>(client: C): ClientView<C> {
  if (typeof client !== 'object' || client === null || !has(client, 'withCommandOptions'))
    return { client, letGo: () => undefined }
  const whole = client as C & NodeRedisEmitter // looked at just above, and every client of node-redis emits events
  const view = whole.withCommandOptions({ timeout: 0 })
  const added: (readonly [event: string, listener: Listener])[] = []
  Reflect.set(view, 'on', (event: string, listener: Listener) => {
    added.push([event, listener])
    whole.on(event, listener)
    return view
  })
  return {
    client: view as C, // it is the client itself, with other options
    letGo: () => {
      for (const [event, listener] of added.splice(0)) whole.off(event, listener)
    },
  }
}
