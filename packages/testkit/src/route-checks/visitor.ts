import { strict as assert } from 'node:assert'

import { type Answer, send, type SentRequest } from './http.js'

const FORM = 'application/x-www-form-urlencoded'

/** A simple browser that stores cookies and does not follow redirects. */
export class Visitor {
  readonly cookies = new Map<string, string>()
  /** All texts that the browser received. */
  readonly seen: string[] = []
  readonly #origin: string
  readonly #prefix: string

  constructor(origin: string, prefix: string) {
    this.#origin = origin
    this.#prefix = prefix
  }

  /** Sends a GET request to a path below the prefix. */
  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send({ target: path, headers })
  }

  /** Sends a form with a POST request to a path below the prefix. */
  post(path: string, form: Readonly<Record<string, string>> | string): Promise<Answer> {
    const body = typeof form === 'string' ? form : new URLSearchParams(form).toString()
    return this.send({ method: 'POST', target: path, headers: { 'content-type': FORM }, body })
  }

  /** Sends a request to a path below the prefix, with the browser's cookies. */
  async send(request: SentRequest): Promise<Answer> {
    const pairs = [...this.cookies].map(([name, value]) => `${name}=${value}`)
    const cookie = pairs.length > 0 ? { cookie: pairs.join('; ') } : {}
    const answer = await send(this.#origin, {
      ...request,
      target: this.#prefix + request.target,
      headers: { ...cookie, ...request.headers },
    })
    for (const line of answer.cookies) this.#keep(line)
    this.seen.push(`${answer.text}\n${JSON.stringify(answer.headers)}\n${answer.cookies.join('\n')}`)
    return answer
  }

  /** Starts a sign-in. @returns The state of the sign-in. */
  async connect(platform = 'fake', query = ''): Promise<string> {
    const { status, headers, text } = await this.get(`/connect/${platform}${query}`)
    assert.equal(
      status,
      302,
      `GET connect/${platform} must redirect to the network. It answered ${status}: ${text}`,
    )
    const state = new URL(headers['location'] ?? '').searchParams.get('state') ?? ''
    assert.match(state, /^[\w-]{43}$/, 'The state in the address of the network must be 32 random bytes.')
    return state
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const at = pair.indexOf('=')
    if (attributes.includes('Max-Age=0')) this.cookies.delete(pair.slice(0, at))
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

/** Parses the body of a response as JSON. */
export function jsonOf({ text, headers }: Answer): Record<string, unknown> {
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  return JSON.parse(text) as Record<string, unknown> // safe cast: every JSON response of the routes is an object
}

/** Asserts the status of a response. The failure message contains the actual response. */
export function mustBe(answer: Answer, status: number): void {
  assert.equal(
    answer.status,
    status,
    `Expected ${status}, got ${answer.status}: ${answer.text.slice(0, 200)}`,
  )
}
