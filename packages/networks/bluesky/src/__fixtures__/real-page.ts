import { request as send } from 'node:http'

/**
 * Response to a request that this file sends with `node:http`. `fetch` cannot send the headers of
 * a browser navigation.
 */
interface Answer {
  readonly status: number
  readonly cookies: readonly string[]
  readonly text: string
}

const API = '/@atproto/oauth-provider/~api'

function ask(url: string, headers: Readonly<Record<string, string>>, body?: unknown): Promise<Answer> {
  const content = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const asked = send(
      url,
      {
        method: content === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...(content !== undefined && { 'content-type': 'application/json' }) },
      },
      (reply) => {
        const chunks: Buffer[] = []
        reply
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () =>
            resolve({
              status: reply.statusCode ?? 0,
              cookies: reply.headers['set-cookie'] ?? [],
              text: Buffer.concat(chunks).toString('utf8'),
            }),
          )
      },
    )
    asked.on('error', reject).end(content)
  })
}

/**
 * Simulates a browser at a real server's sign-in page. Stores cookies and sends the headers that
 * the page's script would send.
 */
class Browser {
  readonly #cookies = new Map<string, string>()
  readonly #page: string

  constructor(page: string) {
    this.#page = page
  }

  async #ask(url: string, headers: Readonly<Record<string, string>>, body?: unknown): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await ask(url, { ...headers, ...(cookie !== '' && { cookie }) }, body)
    for (const one of answer.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      this.#cookies.set(name, value)
    }
    return answer
  }

  async open(): Promise<number> {
    const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }
    return (await this.#ask(this.#page, headers)).status
  }

  /** Sends a request as the script of the sign-in page does. */
  async call(name: string, body: unknown, token?: string): Promise<Readonly<Record<string, unknown>>> {
    const { origin } = new URL(this.#page)
    const headers = {
      origin,
      referer: this.#page,
      'sec-fetch-mode': 'same-origin',
      'sec-fetch-site': 'same-origin',
      'sec-fetch-dest': 'empty',
      'x-csrf-token': this.#cookies.get('csrf-token') ?? '',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const { status, text } = await this.#ask(`${origin}${API}${name}`, headers, body)
    if (status !== 200) throw new Error(`The server refused the page's request ${name} with ${status}: ${text}`)
    return JSON.parse(text) as Readonly<Record<string, unknown>> // safe cast: the server's API returns JSON objects
  }
}

/**
 * Signs in at the sign-in page of a real server and grants the requested access.
 *
 * @returns Parameters of the callback.
 */
export async function approveAtRealPage(
  page: string,
  person: { readonly did: string; readonly handle: string; readonly password: string },
): Promise<Record<string, string>> {
  const browser = new Browser(page)
  const status = await browser.open()
  if (status !== 200) throw new Error(`The page returned ${status}.`)
  const { ephemeralToken } = await browser.call('/sign-in', {
    locale: 'en',
    username: person.handle,
    password: person.password,
    remember: false,
  })
  const { url } = await browser.call('/consent', { did: person.did }, String(ephemeralToken))
  const { redirect_mode: _mode, redirect_uri: _uri, ...callback } = Object.fromEntries(
    new URL(String(url)).searchParams,
  )
  return callback
}
