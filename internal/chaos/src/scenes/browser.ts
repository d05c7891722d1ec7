import type { Reply, RouteRequest } from '@social/core/routes'

/** A page that a person has open or is about to open. */
export interface PageVisit {
  readonly method: 'GET' | 'POST'
  /** Path below the prefix of the routes. */
  readonly path: string
  /** Query, or the fields of a form. */
  readonly values: Readonly<Record<string, string>>
}

/** Response of a page: a redirect or content. */
export interface PageAnswer {
  readonly status: number
  readonly location: string | null
  /** JSON of the page; empty for other content. */
  readonly body: Readonly<Record<string, unknown>>
}

const FORM = 'application/x-www-form-urlencoded'

/** The browser of one person. It stores cookies and every response. */
export class Browser {
  readonly #cookies = new Map<string, string>()
  /** Every response with its headers, as text. */
  readonly seen: string[] = []

  /** The request of a visit. */
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

  /** Reads a response. */
  read({ status, headers, body, contentType }: Reply): PageAnswer {
    const text = body instanceof Uint8Array ? Buffer.from(body).toString() : ''
    this.seen.push(`${JSON.stringify(headers)} ${text}`)
    const [cookie = ''] = (headers['set-cookie'] ?? '').split(';')
    const at = cookie.indexOf('=')
    if (at > 0) this.#cookies.set(cookie.slice(0, at), cookie.slice(at + 1))
    const content = contentType.startsWith('application/json')
      ? (JSON.parse(text) as Readonly<Record<string, unknown>>) // our routes respond with objects
      : {}
    return { status, location: headers['location'] ?? null, body: content }
  }
}
