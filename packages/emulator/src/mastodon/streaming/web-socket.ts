import type { Visit } from '../../framework/router.js'
import { onMessage, wantsWebSocket, WEB_SOCKET } from '../../framework/web-socket.js'
import { requirePerson } from '../sign-in/access.js'
import type { MastodonState } from '../state.js'
import { notFound } from '../wire/refusals.js'
import type { OpenStream } from './open-stream.js'
import { openStream } from './streams.js'

/**
 * Names of streams with notifications. https://docs.joinmastodon.org/methods/streaming/#streams
 * (read 2026-11-22)
 */
const STREAMS: ReadonlySet<string> = new Set(['user', 'user:notification'])

const encoder = new TextEncoder()

/**
 * Reads the access token from the header, the WebSocket protocol or the query. Browsers cannot set
 * headers for WebSockets.
 */
function tokenIn({ request, url }: Visit): string {
  const { headers } = request
  const bearer = headers.get('authorization')
  if (bearer !== null) return bearer
  const [protocol = ''] = (headers.get('sec-websocket-protocol') ?? '').split(',')
  return `Bearer ${protocol.trim() || (url.searchParams.get('access_token') ?? '')}`
}

/** Reads a subscription request from a client message. Returns null for any other message. */
function readSubscription(message: string): { readonly type: string; readonly stream: string } | null {
  try {
    const subscription: unknown = JSON.parse(message)
    if (
      typeof subscription !== 'object' ||
      subscription === null ||
      !('type' in subscription) ||
      !('stream' in subscription)
    )
      return null
    const { type, stream } = subscription
    return typeof type === 'string' && typeof stream === 'string' ? { type, stream } : null
  } catch {
    return null
  }
}

/** Converts a server-sent event to a WebSocket message. Returns null for a keep-alive comment. */
function toMessage(event: string, name: string): string | null {
  const fields = new Map(
    event.split('\n').map((line): [string, string] => {
      const at = line.indexOf(': ')
      return [line.slice(0, at), line.slice(at + 2)]
    }),
  )
  const kind = fields.get('event')
  return kind === undefined
    ? null
    : JSON.stringify({ stream: [name], event: kind, payload: fields.get('data') ?? '' })
}

/** Subscribed streams of one socket. */
class Subscriptions {
  readonly #open = new Map<string, OpenStream>()
  readonly #start: () => OpenStream
  readonly #controller: ReadableStreamDefaultController<Uint8Array>

  constructor(start: () => OpenStream, controller: ReadableStreamDefaultController<Uint8Array>) {
    this.#start = start
    this.#controller = controller
  }

  hear(message: string): void {
    const subscription = readSubscription(message)
    if (subscription === null || !STREAMS.has(subscription.stream))
      this.#say(JSON.stringify({ error: 'Unknown stream type', status: 400 }))
    else if (subscription.type === 'subscribe') this.subscribe(subscription.stream)
    else if (subscription.type === 'unsubscribe') this.#leave(subscription.stream)
  }

  subscribe(name: string): void {
    if (this.#open.has(name)) return
    const stream = this.#start()
    this.#open.set(name, stream)
    void this.#pass(name, stream)
  }

  leaveAll(): void {
    for (const name of this.#open.keys()) this.#leave(name)
  }

  #leave(name: string): void {
    const stream = this.#open.get(name)
    this.#open.delete(name)
    stream?.drop('END')
  }

  /**
   * Sends the events of a stream to the socket. When the stream ends, the socket also ends, unless
   * the client has unsubscribed.
   */
  async #pass(name: string, { body }: OpenStream): Promise<void> {
    const decoder = new TextDecoder()
    let rest = ''
    try {
      for await (const piece of body) {
        const events = (rest + decoder.decode(piece, { stream: true })).split('\n\n')
        rest = events.pop() ?? ''
        for (const event of events) this.#say(toMessage(event, name))
      }
      if (this.#open.has(name)) this.#controller.close()
    } catch (error) {
      if (this.#open.has(name)) this.#controller.error(error)
    }
  }

  #say(message: string | null): void {
    if (message !== null) this.#controller.enqueue(encoder.encode(message))
  }
}

/**
 * Handles GET /api/v1/streaming, which sends all streams over one WebSocket.
 * https://docs.joinmastodon.org/methods/streaming/#websocket (read 2026-11-22)
 */
export function listenOverWebSocket(state: MastodonState, visit: Visit): Response {
  const { request, url } = visit
  if (!wantsWebSocket(request)) throw notFound()
  const requested = new Request(url, { headers: { authorization: tokenIn(visit) } })
  const { person, token } = requirePerson(state, requested, ['read', 'read:notifications'])
  const start = (): OpenStream => openStream(state, { personId: person.id, token: token.token })
  let subscriptions: Subscriptions | null = null
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const own = new Subscriptions(start, controller)
      subscriptions = own
      const first = url.searchParams.get('stream')
      if (first !== null) own.hear(JSON.stringify({ type: 'subscribe', stream: first }))
      onMessage(request, (message) => own.hear(message))
    },
    cancel: () => subscriptions?.leaveAll(),
  })
  return new Response(body, { headers: { 'content-type': WEB_SOCKET } })
}
