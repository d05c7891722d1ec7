import { type Channel, channel, type TracingChannel, tracingChannel } from 'node:diagnostics_channel'

import { cleanText } from '../errors/message-of.js'
import { systemClock } from '../http/time/clock.js'

/** One operation of the library, on the tracing channel `social.operation`. */
export interface OperationEvent {
  readonly platform: string
  /** Null during a sign-in. */
  readonly connectionId: string | null
  /** Name of the operation: `post`, `readStats`, `refresh`. */
  readonly operation: string
  /** Set when it ends. */
  durationSeconds?: number
  /** The error; set on the `error` channel and when it ends. */
  error?: unknown
}

/** One attempt of one request, on the tracing channel `social.request`. Never a query, a header or a body. */
export interface RequestEvent {
  readonly platform: string
  /** Null during a sign-in. */
  readonly connectionId: string | null
  /** Name of the enclosing operation. */
  readonly operation: string
  readonly method: string
  readonly host: string
  /** Without the query. */
  readonly path: string
  /** 1 for the first. */
  readonly attempt: number
  /** Bytes of the body. */
  readonly sentBytes: number
  /** Cost billed by the network; null without billing. */
  readonly cost: { readonly units: number; readonly bucket: string } | null
  /** HTTP status; missing without a response. */
  status?: number
  /** Bytes of the response body; missing without a response. */
  receivedBytes?: number
  /** Set when it ends. */
  durationSeconds?: number
  /** The error; set on the `error` channel and when it ends. */
  error?: unknown
}

/** A warning without a failure, on the channel `social.warning`. */
export interface WarningEvent {
  /** Null for a warning that concerns no specific network. */
  readonly platform: string | null
  readonly message: string
  /** The thrown value, if any. It can be of any type and contain secrets of the application. */
  readonly error?: unknown
}

let operation: TracingChannel<OperationEvent> | undefined
let request: TracingChannel<RequestEvent> | undefined
let warning: Channel | undefined

/** The library's channels of `node:diagnostics_channel`. Near-zero overhead without subscribers. */
export const channels = {
  /** `social.operation`: one operation of an account or of a sign-in. */
  get operation(): TracingChannel<OperationEvent> {
    operation ??= tracingChannel<OperationEvent>('social.operation')
    return operation
  },
  /** `social.request`: one attempt of one request. */
  get request(): TracingChannel<RequestEvent> {
    request ??= tracingChannel<RequestEvent>('social.request')
    return request
  },
  /** `social.warning`: a plain channel. */
  get warning(): Channel {
    warning ??= channel('social.warning')
    return warning
  },
}

/** Runs one operation and publishes its events on `social.operation`. */
export function traceOperation<T>(event: OperationEvent, work: () => Promise<T>): Promise<T> {
  const { operation: tracing } = channels
  return tracing.hasSubscribers ? trace(tracing, event, work) : work()
}

/**
 * Runs work between the events of a tracing channel, like `tracePromise`, but never publishes the result:
 * it can contain secrets.
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

/** Publishes a message on the social.warning channel. */
export function publishWarning(event: WarningEvent): void {
  if (channels.warning.hasSubscribers)
    channels.warning.publish({ ...event, message: cleanText(event.message) })
}
