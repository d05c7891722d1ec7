import { request } from 'node:http'

/** A request over a real socket. */
export interface SentRequest {
  readonly method?: string
  /** The request target after the origin, sent unchanged. */
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Text and bytes are sent in one piece with a content length. A list is sent in several pieces without a content
   * length.
   */
  readonly body?: string | Uint8Array | readonly string[]
  /** True for a body that never ends. */
  readonly staysOpen?: boolean
}

/** An unchanged response: redirects are not followed. */
export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
  readonly bytes: Buffer
  readonly text: string
}

/** Sends a request on its own socket. */
export function send(origin: string, sent: SentRequest): Promise<Answer> {
  const { hostname, port } = new URL(origin)
  const { method = 'GET', target, body } = sent
  const pieces = Array.isArray(body) ? body : null
  const length =
    body === undefined || pieces ? {} : { 'content-length': String(Buffer.byteLength(asOne(body))) }
  return new Promise((resolve, reject) => {
    const outgoing = request({
      hostname,
      port,
      method,
      path: target,
      agent: false,
      headers: { ...length, ...sent.headers },
    })
    outgoing.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        if (sent.staysOpen) outgoing.destroy()
        const bytes = Buffer.concat(parts)
        const { 'set-cookie': cookies = [], ...headers } = response.headers
        resolve({
          status: response.statusCode ?? 0,
          // Only set-cookie can be a list, and it is removed.
          headers: headers as Readonly<Record<string, string>>,
          cookies,
          bytes,
          text: bytes.toString(),
        })
      })
    })
    // A server that responds early may close the socket before it has read the whole body.
    outgoing.on('error', reject)
    for (const piece of pieces ?? []) outgoing.write(piece)
    if (!sent.staysOpen) outgoing.end(pieces ? undefined : asOne(body))
  })
}

function asOne(body: SentRequest['body']): string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array ? body : ''
}
