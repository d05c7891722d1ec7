import { request } from 'node:http'

/** A request that is sent over its own TCP connection. */
export interface SentRequest {
  readonly method?: string
  /** Path and query of the request. Sent unchanged. */
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Request body. Text and bytes are sent with a content-length header. A list is sent in chunks,
   * without a content-length header.
   */
  readonly body?: string | Uint8Array | readonly string[]
  /** True for a body that never ends. */
  readonly staysOpen?: boolean
}

/** A response. Redirects are not followed. */
export interface Answer {
  readonly status: number
  /** Response headers, except set-cookie. Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
  readonly bytes: Buffer
  readonly text: string
}

/** Sends a request over its own TCP connection. */
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
          // safe cast: only set-cookie can be a list in Node, and set-cookie was removed above
          headers: headers as Readonly<Record<string, string>>,
          cookies,
          bytes,
          text: bytes.toString(),
        })
      })
    })
    // A server that responds early may close the connection before the whole body is sent.
    outgoing.on('error', reject)
    for (const piece of pieces ?? []) outgoing.write(piece)
    if (!sent.staysOpen) outgoing.end(pieces ? undefined : asOne(body))
  })
}

function asOne(body: SentRequest['body']): string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array ? body : ''
}
