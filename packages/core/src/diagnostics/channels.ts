import { type Channel, channel, type TracingChannel, tracingChannel } from 'node:diagnostics_channel'

import { cleanText } from '../errors/message-of.js'
import { systemClock } from '../http/time/clock.js'

/** One operation of the library, on the tracing channel `social.operation`. */
export interface OperationEvent {
  readonly platform: string
  /** Id of the account's connection. Null during a sign-in. */
  readonly connectionId: string | null
  /** Name of the operation, for example `post`, `readStats` or `refresh`. */
  readonly operation: string
  /** Duration in seconds, set when the operation ends. */
  durationSeconds?: number
  /** Error of the operation, set on the `error` channel and when the operation ends. */
  error?: unknown
}

/**
 * One attempt of one request, on the tracing channel `social.request`. The event never contains a query, a header or
 * a body.
 */
export interface RequestEvent {
  readonly platform: string
  /** Id of the account's connection. Null during a sign-in. */
  readonly connectionId: string | null
  /** Name of the operation that sends the request. */
  readonly operation: string
  readonly method: string
  readonly host: string
  /** Path of the URL, without the query. */
  readonly path: string
  /** Number of the attempt, starting with 1. */
  readonly attempt: number
  /** Number of bytes in the request body. */
  readonly sentBytes: number
  /** Cost that the network bills. Null if the network does not bill the request. */
  readonly cost: { readonly units: number; readonly bucket: string } | null
  /** HTTP status. Missing if no response was received. */
  status?: number
  /** Number of bytes in the response body. Missing if no response was received. */
  receivedBytes?: number
  /** Duration in seconds, set when the attempt ends. */
  durationSeconds?: number
  /** Error of the attempt, set on the `error` channel and when the attempt ends. */
  error?: unknown
}

/** A warning, on the channel `social.warning`. No operation has failed because of it. */
export interface WarningEvent {
  /** Registered name of the network. Null for a warning that concerns no specific network. */
  readonly platform: string | null
  readonly message: string
  /** The thrown value, if there is one. It can be of any type and contain secrets of the application. */
  readonly error?: unknown
}

let operation: TracingChannel<OperationEvent> | undefined
let request: TracingChannel<RequestEvent> | undefined
let warning: Channel | undefined
let health: Channel | undefined

/** The library's channels of `node:diagnostics_channel`. They cost almost nothing without subscribers. */
export const channels = {
  /** Tracing channel `social.operation`: one event for each operation of an account or of a sign-in. */
  get operation(): TracingChannel<OperationEvent> {
    operation ??= tracingChannel<OperationEvent>('social.operation')
    return operation
  },
  /** Tracing channel `social.request`: one event for each attempt of a request. */
  get request(): TracingChannel<RequestEvent> {
    request ??= tracingChannel<RequestEvent>('social.request')
    return request
  },
  /** Channel `social.warning`. It is a plain channel, not a tracing channel. */
  get warning(): Channel {
    warning ??= channel('social.warning')
    return warning
  },
  /** Channel `social.health`: one message for each change of the health of a connection. It is a plain channel. */
  get health(): Channel {
    health ??= channel('social.health')
    return health
  },
}

/** Runs one operation and publishes its events on `social.operation`. */
export function traceOperation<T>(event: OperationEvent, work: () => Promise<T>): Promise<T> {
  const { operation: tracing } = channels
  return tracing.hasSubscribers ? trace(tracing, event, work) : work()
}

/**
 * Runs work between the events of a tracing channel, like `tracePromise`. Unlike `tracePromise` it never publishes
 * the result, because the result can contain secrets.
 */
export function trace<T, E extends OperationEvent | RequestEvent>(
  tracing: TracingChannel<E>,
  event: E,
  work: () => Promise<T>,
): Promise<T> {
  return tracing.start.runStores(event, async () => {
    const start = systemClock.monotonic()
    try {
      const working = work()
      tracing.end.publish(event)
      return await working
    } catch (error) {
      event.error = error
      tracing.error.publish(event)
      throw error
    } finally {
      event.durationSeconds = systemClock.monotonic() - start
      tracing.asyncStart.publish(event)
      tracing.asyncEnd.publish(event)
    }
  })
}

/** Publishes a message on the `social.warning` channel. */
export function publishWarning(event: WarningEvent): void {
  if (channels.warning.hasSubscribers)
    channels.warning.publish({ ...event, message: cleanText(event.message) })
}

/** Publishes a change on the `social.health` channel. The message contains no token. */
export function publishHealth(change: object): void {
  if (channels.health.hasSubscribers) channels.health.publish(change)
}
