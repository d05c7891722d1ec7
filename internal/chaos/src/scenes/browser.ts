import type { Reply, RouteRequest } from '@social/core/routes'

/** Page that a person has open or is about to open. */
export interface PageVisit {
  readonly method: 'GET' | 'POST'
  /** Path below the prefix of the mounted routes. */
  readonly path: string
  /** Parameters of the query, or fields of a submitted form. */
  readonly values: Readonly<Record<string, string>>
}

/** Response of the routes: a redirect or a page. */
export interface PageAnswer {
  readonly status: number
  readonly location: string | null
  /** JSON content of the response. Empty for other content. */
  readonly body: Readonly<Record<string, unknown>>
}

const FORM = 'application/x-www-form-urlencoded'

/** Simulates the browser of one person. Stores cookies and every response. */
export class Browser {
  readonly #cookies = new Map<string, string>()
  /** All responses with their headers, as text. */
  readonly seen: string[] = []

  /** Creates the request that opens a page. */
  request({ method, path, values }: PageVisit): RouteRequest {
    const fields = new URLSearchParams(values).toString()
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const isForm = method === 'POST'
    return {
      method,
      path,
      query: isForm ? '' : fields,
      headers: { cookie, ...(isForm && { 'content-type': FORM }) },
      body: Buffer.from(isForm ? fields : ''),
      native: null,
    }
  }

  /** Stores the cookies of a response and returns its content. */
  read({ status, headers, body, contentType }: Reply): PageAnswer {
    const text = body instanceof Uint8Array ? Buffer.from(body).toString() : ''
    this.seen.push(`${JSON.stringify(headers)} ${text}`)
    const [cookie = ''] = (headers['set-cookie'] ?? '').split(';')
    const at = cookie.indexOf('=')
    if (at > 0) this.#cookies.set(cookie.slice(0, at), cookie.slice(at + 1))
    const content = contentType.startsWith('application/json')
      ? (JSON.parse(text) as Readonly<Record<string, unknown>>) // safe cast: the routes respond with JSON objects
      : {}
    return { status, location: headers['location'] ?? null, body: content }
  }
}
