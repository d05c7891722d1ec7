import { ConfigError } from '@social/core/store'

/** A client of node-redis 5 or newer: the result of `createClient` of `redis`. */
export interface NodeRedisClient {
  sendCommand(command: string[]): Promise<unknown>
  duplicate(...args: never[]): unknown
}

/** A `Redis` of ioredis 5 or newer, created with `maxRetriesPerRequest: null`. */
export interface IoRedisClient {
  call(command: string, ...args: string[]): Promise<unknown>
  duplicate(...args: never[]): unknown
}

/** A connected client of the application. The queue copies it for blocking commands, and closes only the copies. */
export type BullClient = NodeRedisClient | IoRedisClient

/** Sends one command: `['TIME']`. */
export type SendCommand = (command: readonly string[]) => Promise<unknown>

const has = (client: object, method: string): boolean => typeof Reflect.get(client, method) === 'function'

/** @throws ConfigError for a value that is not a connected client. */
export function commandOf(client: unknown): SendCommand {
  if (typeof client === 'object' && client !== null && has(client, 'duplicate')) {
    const { call, sendCommand } = client as Partial<IoRedisClient & NodeRedisClient> // both are checked below
    // ioredis also has a `sendCommand` with different arguments.
    if (typeof call === 'function') return ([name = '', ...args]) => call.call(client, name, ...args)
    if (typeof sendCommand === 'function') return (command) => sendCommand.call(client, [...command])
  }
  throw new ConfigError(
    'bullQueue needs a connected client of node-redis (createClient) or ioredis (new Redis), 5 or newer, not its options.',
  )
}

/** Used methods of a client of node-redis. */
interface NodeRedisEmitter {
  withCommandOptions(options: { readonly timeout: number }): object
  on(event: string, listener: Listener): unknown
  off(event: string, listener: Listener): unknown
}

type Listener = (...args: readonly unknown[]) => void

/** View of a client for BullMQ. */
export interface ClientView<C> {
  readonly client: C
  /** Removes every listener that was added through the view. */
  letGo(): void
}

/**
 * A view of a client for BullMQ, without the timer of node-redis 6 for each command that waits to be written. The timer
 * costs more than the rest of the command, and calls of the queue have their own timeouts. Copies have none either.
 * BullMQ never removes its listeners from a client that it did not create. After its close they forward errors to no
 * listener, which would end the process. So the view records the listeners, and can remove them.
 */
export function viewOf<C extends BullClient>(client: C): ClientView<C> {
  if (typeof client !== 'object' || client === null || !has(client, 'withCommandOptions'))
    return { client, letGo: () => undefined }
  const whole = client as C & NodeRedisEmitter // checked above: every client of node-redis emits events
  const view = whole.withCommandOptions({ timeout: 0 })
  const added: (readonly [event: string, listener: Listener])[] = []
  Reflect.set(view, 'on', (event: string, listener: Listener) => {
    added.push([event, listener])
    whole.on(event, listener)
    return view
  })
  return {
    client: view as C, // a copy of the client with other options
    letGo: () => {
      for (const [event, listener] of added.splice(0)) whole.off(event, listener)
    },
  }
}
