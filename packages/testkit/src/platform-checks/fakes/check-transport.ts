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

/** Maximum number of requests of an operation. A larger number suggests an endless wait. Our choice. */
const MAX_REQUESTS = 300

/** A sent request, with the platform's request for it. */
export interface Sent {
  readonly request: RecordedRequest
  /** The platform's request. Null if the platform did not use `call.http`. */
  readonly asked: Asked | null
}

/** Decides the reply of a request: a reply, an error, or null for a successful reply. */
export type Decide = (sent: Sent, index: number) => TransportResponse | Error | null

/** Settings of a network that accepts everything. */
export interface CheckTransportSettings {
  /** Transport with given replies. Default: all replies are generated. */
  readonly given?: Transport | null
  /** Reply of each request. Default: success. */
  readonly decide?: Decide | undefined
  /** Changes each successful reply. Default: no change. */
  readonly change?: ((reply: TransportResponse) => TransportResponse) | undefined
  /** True omits optional fields from generated replies. */
  readonly isBare?: boolean | undefined
}

/**
 * A network that accepts everything: it uses the given replies, and generates all other replies from the schema that the
 * platform reads them with.
 */
export class CheckTransport implements Transport {
  /** All requests, in order. */
  readonly sent: Sent[] = []
  /** Texts of all bodies, generated or given. */
  readonly replied: string[] = []
  readonly #settings: CheckTransportSettings
  /** Parses requests. */
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
    // Real sockets of the given transport are not requests of the platform.
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

/** Default bodies of transports that give one reply to every request. Generated replies contain more fields. */
const EMPTY = new Set(['{}', '[]'])

/** True for an intended reply: a refusal, or a body that the platform can read. */
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
