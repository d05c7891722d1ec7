import type { Reply } from '../reply.js'
import type { RouteRequest } from '../request.js'
import type { Routes } from '../routes.js'

const FORM = 'application/x-www-form-urlencoded'

/** Makes a request in which every field has a value. */
export function aRequest(
  method: string,
  target: string,
  options: { readonly headers?: Record<string, string>; readonly body?: string | Uint8Array } = {},
): RouteRequest {
  const [path = '', query = ''] = target.split('?')
  const { headers = {}, body = '' } = options
  return { method, path, query, headers, body: typeof body === 'string' ? Buffer.from(body) : body }
}

/** Returns the body of a reply as text. */
export function textOf(reply: Reply): string {
  if (!(reply.body instanceof Uint8Array)) throw new Error('This body has to be read.')
  return Buffer.from(reply.body).toString()
}

/** Returns the body of a reply, parsed as JSON. */
export function jsonOf(reply: Reply): Record<string, unknown> {
  return JSON.parse(textOf(reply)) as Record<string, unknown> // safe cast: every JSON reply of the routes is an object
}

/** A browser that stores cookies and sends them with later requests. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #routes: Routes

  constructor(routes: Routes) {
    this.#routes = routes
  }

  get(target: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.#send(aRequest('GET', target, { headers: { ...this.#cookieHeader(), ...headers } }))
  }

  post(
    target: string,
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const all = { 'content-type': FORM, ...this.#cookieHeader(), ...headers }
    const body = new URLSearchParams(form).toString()
    return this.#send(aRequest('POST', target, { headers: all, body }))
  }

  postJson(target: string, body: string): Promise<Reply> {
    const headers = { 'content-type': 'application/json; charset=utf-8', ...this.#cookieHeader() }
    return this.#send(aRequest('POST', target, { headers, body }))
  }

  /** Starts a sign-in and returns the `state` that the network receives. */
  async connect(target = '/connect/fake'): Promise<string> {
    const reply = await this.get(target)
    const location = reply.headers['location']
    if (location === undefined) throw new Error(`No redirect: ${textOf(reply)}`)
    return new URL(location).searchParams.get('state') ?? ''
  }

  #cookieHeader(): Record<string, string> {
    const pairs = [...this.cookies].map(([name, value]) => `${name}=${value}`)
    return pairs.length > 0 ? { cookie: pairs.join('; ') } : {}
  }

  async #send(request: RouteRequest): Promise<Reply> {
    const reply = await this.#routes.answer(request)
    const [pair = '', ...attributes] = (reply.headers['set-cookie'] ?? '').split('; ')
    const at = pair.indexOf('=')
    if (at > 0 && attributes.includes('Max-Age=0')) this.cookies.delete(pair.slice(0, at))
    else if (at > 0) this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
    return reply
  }
}
