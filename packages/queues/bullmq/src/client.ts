import { ConfigError } from '@social/core/store'

/** A client of node-redis 5 or newer, created with `createClient` of the package `redis`. */
export interface NodeRedisClient {
  sendCommand(command: string[]): Promise<unknown>
  duplicate(...args: never[]): unknown
}

/** A client of ioredis 5 or newer, created with `maxRetriesPerRequest: null`. */
export interface IoRedisClient {
  call(command: string, ...args: string[]): Promise<unknown>
  duplicate(...args: never[]): unknown
}

/**
 * A connected Redis client of the application. The queue opens copies for blocking commands, and
 * closes only these copies.
 */
export type BullClient = NodeRedisClient | IoRedisClient

/** Sends one Redis command, for example `['TIME']`. */
export type SendCommand = (command: readonly string[]) => Promise<unknown>

const has = (client: object, method: string): boolean => typeof Reflect.get(client, method) === 'function'

/**
 * Returns a function that sends commands over the client.
 *
 * @throws ConfigError for a value that is not a connected client.
 */
export function commandOf(client: unknown): SendCommand {
  if (typeof client === 'object' && client !== null && has(client, 'duplicate')) {
    const { call, sendCommand } = client as Partial<IoRedisClient & NodeRedisClient> // safe cast: both fields are optional, and the types of both are checked below
    // `call` is checked first, because ioredis also has a `sendCommand`, with other arguments.
    if (typeof call === 'function') return ([name = '', ...args]) => call.call(client, name, ...args)
    if (typeof sendCommand === 'function') return (command) => sendCommand.call(client, [...command])
  }
  throw new ConfigError(
    'bullQueue needs a connected client of node-redis (createClient) or ioredis (new Redis), 5 or newer, not its options.',
  )
}

/** Methods of a node-redis client that `viewOf` uses. */
interface NodeRedisEmitter {
  withCommandOptions(options: { readonly timeout: number }): object
  on(event: string, listener: Listener): unknown
  off(event: string, listener: Listener): unknown
}

type Listener = (...args: readonly unknown[]) => void

/** A view of the application's client that is passed to BullMQ. */
export interface ClientView<C> {
  readonly client: C
  /** Removes the listeners that BullMQ added through the view. */
  letGo(): void
}

/**
 * Creates a view of a client for BullMQ.
 *
 * The view has no command timeout. The timer of node-redis 6 for each waiting command costs more
 * than the rest of the command, and calls of the queue have their own timeouts.
 *
 * The view records BullMQ's listeners, so that they can be removed. BullMQ never removes its
 * listeners from a client that it did not create. After BullMQ is closed, these listeners would
 * emit errors that nothing handles, which would end the process.
 */
export function viewOf<C extends BullClient>(client: C): ClientView<C> {
  if (typeof client !== 'object' || client === null || !has(client, 'withCommandOptions'))
    return { client, letGo: () => undefined }
  const whole = client as C & NodeRedisEmitter // safe cast: `withCommandOptions` shows that the client is from node-redis, whose clients emit events
  const view = whole.withCommandOptions({ timeout: 0 })
  const added: (readonly [event: string, listener: Listener])[] = []
  Reflect.set(view, 'on', (event: string, listener: Listener) => {
    added.push([event, listener])
    whole.on(event, listener)
    return view
  })
  return {
    client: view as C, // safe cast: the view is a copy of the client with other options
    letGo: () => {
      for (const [event, listener] of added.splice(0)) whole.off(event, listener)
    },
  }
}
