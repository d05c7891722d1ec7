import type { Transport, TransportRequest, TransportResponse } from '@social/core/platform'
import * as v from 'valibot'

import type { RecordedRequest } from '../../transport/recorded-request.js'
import { NO_REPLY_HEADER, RecordingTransport } from '../../transport/recording-transport.js'
import { toReply } from '../../transport/replies.js'
import { type Asked, askedNow } from './asking-http.js'
import { sampleOf } from './sample.js'

/** More requests than any operation takes: whoever sends more waits for what is never answered. */
const MOST_REQUESTS = 300

/** One request that a platform sent, and what it was asked with. */
export interface Sent {
  readonly request: RecordedRequest
  /** Null for a request that did not come through `call.http`. */
  readonly asked: Asked | null
}

/** Decides what becomes of a request: a reply, an error in its place, or null for a happy reply. */
export type Decide = (sent: Sent, index: number) => TransportResponse | Error | null

/**
 * A network that is happy with everything: it answers what it was given replies for, and makes up everything else so
 * that the platform can read it.
 */
export class MadeUpTransport implements Transport {
  /** Every request, in order. */
  readonly sent: Sent[] = []
  /** Every text that was made up, or given, as the body of a reply. */
  readonly replied: string[] = []
  readonly #given: Transport | null
  readonly #decide: Decide
  /** Takes requests apart, whatever it answers. */
  readonly #recorder = new RecordingTransport({}, { answer: () => null })

  /**
   * @param given - Replies that are known; null where there are none.
   * @param decide - What becomes of each request; happy replies unless given.
   */
  constructor(given: Transport | null, decide: Decide = () => null) {
    this.#given = given
    this.#decide = decide
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    if (this.sent.length >= MOST_REQUESTS) throw new Error(`It sent more than ${MOST_REQUESTS} requests.`)
    const sent = { request: await this.#recorded(request), asked: askedNow() }
    this.sent.push(sent)
    const decided = this.#decide(sent, this.sent.length - 1)
    if (decided instanceof Error) throw decided
    const reply = decided ?? (await this.#happy(request, sent.asked))
    this.replied.push(Buffer.from(reply.body).toString())
    return reply
  }

  async close(): Promise<void> {
    await this.#given?.close()
  }

  async #recorded(request: TransportRequest): Promise<RecordedRequest> {
    await this.#recorder.send(request)
    const recorded = this.#recorder.requests.at(-1)
    if (recorded === undefined) throw new Error('Nothing was recorded.')
    return recorded
  }

  async #happy(request: TransportRequest, asked: Asked | null): Promise<TransportResponse> {
    const { onSent: _told, ...again } = request
    const given = (await this.#given?.send(again)) ?? null
    if (given !== null && isUsable(given, asked)) return given
    const schema = asked?.schema ?? null
    const { origin } = new URL(request.url)
    const body = schema === null ? { id: '71' } : sampleOf(schema, this.sent.length - 1, origin)
    const location = `${origin}/made-up/${this.sent.length}`
    return toReply({ status: 200, headers: { location }, body: body ?? null }, 200)
  }
}

/** True for a reply that was meant: a refusal, or something that the platform can read. */
function isUsable(reply: TransportResponse, asked: Asked | null): boolean {
  if (reply.headers[NO_REPLY_HEADER] !== undefined) return false
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
