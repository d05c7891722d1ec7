import {
  ConfigError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '@social/core/platform'
import * as v from 'valibot'

import type { RecordedRequest } from '../../transport/recorded-request.js'
import { NO_REPLY_HEADER, RecordingTransport } from '../../transport/recording-transport.js'
import { toReply } from '../../transport/replies.js'
import { unwatched } from '../watch.js'
import { type Asked, askedNow } from './asking-http.js'
import { sampleOf } from './sample.js'

/**
 * Maximum number of requests of one operation. More requests suggest endless polling. Our choice.
 */
const MAX_REQUESTS = 300

/** A sent request, and the platform's arguments for the request. */
export interface Sent {
  readonly request: RecordedRequest
  /**
   * Arguments that the platform passed to `call.http`. Null if the platform did not use
   * `call.http`.
   */
  readonly asked: Asked | null
}

/** Chooses the reply to a request: a reply, an error to throw, or null for a successful reply. */
export type Decide = (sent: Sent, index: number) => TransportResponse | Error | null

/** Settings of a network that accepts every request. */
export interface CheckTransportSettings {
  /** Transport with given replies. Default: every reply is generated. */
  readonly given?: Transport | null
  /** Chooses the reply to each request. Default: success. */
  readonly decide?: Decide | undefined
  /** Changes each successful reply. Default: no change. */
  readonly change?: ((reply: TransportResponse) => TransportResponse) | undefined
  /** If true, generated replies omit optional fields. */
  readonly isBare?: boolean | undefined
}

/**
 * Transport of a network that accepts every request. It returns the given replies. Missing replies
 * are generated from the schema with which the platform validates the reply.
 */
export class CheckTransport implements Transport {
  /** All sent requests, in order. */
  readonly sent: Sent[] = []
  /** Texts of all reply bodies, given and generated. */
  readonly replied: string[] = []
  readonly #settings: CheckTransportSettings
  /** Decodes requests, so that the checks can read their bodies. */
  readonly #recorder = new RecordingTransport({}, { answer: () => null })

  constructor(settings: CheckTransportSettings = {}) {
    this.#settings = settings
  }

  /** `METHOD /path` of all requests, in order. */
  get asked(): readonly string[] {
    return this.sent.map(({ request }) => request.key)
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    if (this.sent.length >= MAX_REQUESTS) throw new ConfigError(`It sent more than ${MAX_REQUESTS} requests.`)
    const sent = { request: await this.#recorded(request), asked: askedNow() }
    this.sent.push(sent)
    const { decide, change } = this.#settings
    const decided = decide?.(sent, this.sent.length - 1) ?? null
    if (decided instanceof Error) throw decided
    const success = decided ?? (await this.#succeed(request, sent.asked))
    const reply = decided === null && change ? change(success) : success
    this.replied.push(Buffer.from(reply.body).toString())
    return reply
  }

  async close(): Promise<void> {
    await this.#settings.given?.close()
  }

  async #recorded(request: TransportRequest): Promise<RecordedRequest> {
    await this.#recorder.send(request)
    const recorded = this.#recorder.requests.at(-1)
    if (recorded === undefined) throw new Error('Nothing was recorded.')
    return recorded
  }

  async #succeed(request: TransportRequest, asked: Asked | null): Promise<TransportResponse> {
    const { given: transport, isBare = false } = this.#settings
    const { onSent: _told, ...again } = request
    // The given transport may open real sockets, which must not be counted as resources of the
    // platform.
    const given = transport ? await unwatched(() => transport.send(again)) : null
    if (given !== null && isUsable(given, asked)) return given
    const schema = asked?.schema ?? null
    const { origin } = new URL(request.url)
    const key = this.sent.at(-1)?.request.key
    const round = this.asked.filter((one) => one === key).length - 1
    const body =
      schema === null ? { id: '71' } : sampleOf(schema, this.sent.length - 1, { round, origin, isBare })
    const location = `${origin}/made-up/${this.sent.length}`
    return toReply({ status: 200, headers: { location }, body: body ?? null }, 200)
  }
}

/**
 * Empty JSON bodies. A transport with one reply for every request returns such a body, so a
 * generated reply is used instead.
 */
const EMPTY = new Set(['{}', '[]'])

/**
 * Returns true for a reply that a test chose on purpose: an error status, or a body that the
 * platform's schema accepts.
 */
function isUsable(reply: TransportResponse, asked: Asked | null): boolean {
  if (reply.headers[NO_REPLY_HEADER] !== undefined) return false
  if (reply.status === 200 && EMPTY.has(Buffer.from(reply.body).toString())) return false
  if (reply.status >= 300 || !asked?.schema) return true
  return v.safeParse(asked.schema, jsonOf(reply.body)).success
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString())
  } catch {
    return null
  }
}
