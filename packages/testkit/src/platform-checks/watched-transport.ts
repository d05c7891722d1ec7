import type { Transport, TransportRequest, TransportResponse } from '@social/core/platform'

import { NO_REPLY_HEADER, RecordingTransport } from '../transport/recording-transport.js'

/** A transport that knows what was asked of it, and what nobody had an answer to. */
export class WatchedTransport implements Transport {
  /** `METHOD /path` of every request, in order. */
  readonly asked: string[] = []
  /** `METHOD /path` of the requests without a reply. */
  readonly unanswered: string[] = []
  readonly #inner: Transport
  readonly #change: (response: TransportResponse) => TransportResponse

  /**
   * @param inner - Answers; nothing is answered without one.
   * @param change - What becomes of each reply.
   */
  constructor(
    inner: Transport | null,
    change: (response: TransportResponse) => TransportResponse = (response) => response,
  ) {
    this.#inner = inner ?? new RecordingTransport()
    this.#change = change
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const key = `${request.method} ${new URL(request.url).pathname}`
    this.asked.push(key)
    const response = await this.#inner.send(request)
    if (response.headers[NO_REPLY_HEADER] === undefined) return this.#change(response)
    this.unanswered.push(key)
    return response
  }

  close(): Promise<void> {
    return this.#inner.close()
  }
}

/** The reply with every whole number in its JSON one bigger: what another account might have got. */
export function withOtherNumbers(response: TransportResponse): TransportResponse {
  if (!/[/+]json\b/i.test(response.headers['content-type'] ?? '')) return response
  const json = JSON.stringify(JSON.parse(Buffer.from(response.body).toString()), (_name, value: unknown) =>
    typeof value === 'number' && Number.isSafeInteger(value) ? value + 1 : value,
  )
  return { ...response, body: Buffer.from(json) }
}
