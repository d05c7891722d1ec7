import { SettableClock } from '../framework/clock.js'
import { EmulatedNetwork } from '../framework/emulated-network.js'
import type { YoutubeOperations } from '../youtube/control/operations.js'
import { youtubeNetwork } from '../youtube/module.js'
import type { YoutubeOptions } from '../youtube/settings.js'

/** Request that a test sends. */
export interface SentToYoutube {
  readonly token?: string
  readonly query?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly bytes?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** Response whose JSON body has no type. Tests check the type of the body. */
export interface YoutubeAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  readonly text: string
}

/** Runs the emulated YouTube inside the test process, with a frozen clock. */
export class AtYoutube {
  readonly clock = new SettableClock({ start: new Date('2026-11-21T12:00:00Z'), frozen: true })
  readonly network: EmulatedNetwork<YoutubeOperations>

  constructor(options: YoutubeOptions = {}) {
    const origin = 'https://youtube.example'
    this.network = new EmulatedNetwork(youtubeNetwork(options), { origin, clock: this.clock })
  }

  get control(): EmulatedNetwork<YoutubeOperations>['control'] {
    return this.network.control
  }

  /** Sends a request such as `GET /youtube/v3/videos`. A full URL is used unchanged. */
  async call(route: string, sent: SentToYoutube = {}): Promise<YoutubeAnswer> {
    const [method = 'GET', path = '/'] = route.split(' ')
    const url = new URL(path, this.network.origin)
    for (const [name, value] of Object.entries(sent.query ?? {})) url.searchParams.set(name, value)
    const headers = new Headers(sent.headers)
    if (sent.token !== undefined) headers.set('authorization', `Bearer ${sent.token}`)
    let body: string | Uint8Array<ArrayBuffer> | null = sent.bytes ? Uint8Array.from(sent.bytes) : null
    if (sent.json !== undefined) {
      body = JSON.stringify(sent.json)
      headers.set('content-type', 'application/json')
    }
    if (sent.form !== undefined) {
      body = new URLSearchParams(sent.form).toString()
      headers.set('content-type', 'application/x-www-form-urlencoded')
    }
    const { response } = await this.network.exchange(
      new Request(url, { method, headers, body, redirect: 'manual' }),
    )
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : null, text }
  }

  /**
   * Starts a resumable upload of the given size in bytes and returns the upload URL. A size of
   * null is omitted from the request.
   */
  async startUpload(token: string, totalBytes: number | null, snippet: object = { title: 'Bread' }): Promise<string> {
    const { headers } = await this.call('POST /upload/youtube/v3/videos', {
      token,
      query: { uploadType: 'resumable', part: 'snippet,status' },
      json: { snippet, status: { privacyStatus: 'unlisted' } },
      ...(totalBytes !== null && { headers: { 'x-upload-content-length': String(totalBytes) } }),
    })
    return headers.get('location') ?? ''
  }

  /** Uploads a chunk, or queries the upload status if `bytes` is missing. */
  put(location: string, range: string, bytes?: Uint8Array): Promise<YoutubeAnswer> {
    return this.call(`PUT ${location}`, { headers: { 'content-range': range }, ...(bytes && { bytes }) })
  }
}
