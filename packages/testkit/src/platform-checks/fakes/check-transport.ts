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

/** More requests than any operation takes: whoever sends more waits for what is never answered. Our choice. */
const MAX_REQUESTS = 300

/** One request that a platform sent, and what it was asked with. */
export interface Sent {
  readonly request: RecordedRequest
  /** Null for a request that did not come through `call.http`. */
  readonly asked: Asked | null
}

/** Decides what becomes of a request: a reply, an error in its place, or null for a successful reply. */
export type Decide = (sent: Sent, index: number) => TransportResponse | Error | null

/** How a network answers that accepts everything. */
export interface CheckTransportSettings {
  /** Replies that are known; everything is made up unless given. */
  readonly given?: Transport | null
  /** What becomes of each request; successful replies unless given. */
  readonly decide?: Decide | undefined
  /** What becomes of each successful reply; it stays as it is unless given. */
  readonly change?: ((reply: TransportResponse) => TransportResponse) | undefined
  /** True leaves out of made-up replies whatever may be left out. */
  readonly isBare?: boolean | undefined
}

/**
 * A network that accepts everything: it answers what it was given replies for, and makes up everything else so
 * that the platform can read it.
 */
export class CheckTransport implements Transport {
  /** Every request, in order. */
  readonly sent: Sent[] = []
  /** Every text that was made up, or given, as the body of a reply. */
  readonly replied: string[] = []
  readonly #settings: CheckTransportSettings
  /** Takes requests apart, whatever it answers. */
  readonly #recorder = new RecordingTransport({}, { answer: () => null })

  constructor(settings: CheckTransportSettings = {}) {
    this.#settings = settings
  }

  /** `METHOD /path` of every request, in order. */
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
    // A transport with real sockets behind it is no doing of the platform's.
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

/** What a transport answers that has one answer for everything: made-up replies say more. */
const EMPTY = new Set(['{}', '[]'])

/** True for a reply that was meant: a refusal, or something in it that the platform can read. */
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
