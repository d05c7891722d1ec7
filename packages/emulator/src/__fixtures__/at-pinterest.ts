import { SettableClock } from '../framework/clock.js'
import { EmulatedNetwork } from '../framework/emulated-network.js'
import { sampleMp4, samplePng } from '../framework/files/samples.js'
import type { PinterestOperations } from '../pinterest/control/operations.js'
import { pinterestNetwork } from '../pinterest/module.js'
import type { PinterestOptions } from '../pinterest/settings.js'
import { answerProblems, describedRoutes, requestProblems } from '@social-internal/contracts/pinterest-contract'

/** Request that a test sends. */
export interface SentToPinterest {
  readonly token?: string
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly body?: FormData | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

/** Response whose JSON body has no type. Tests check the type of the body. */
export interface PinterestAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  readonly text: string
}

/** Upload URL and form fields that Pinterest returns for a registered video. */
export interface UploadForm {
  readonly media_id: string
  readonly upload_url: string
  readonly upload_parameters: Readonly<Record<string, string>>
}

/** Sample picture as base64. */
export const PICTURE = Buffer.from(samplePng()).toString('base64')

/** Value of `media_source` with a small picture. */
export const IMAGE = { source_type: 'image_base64', content_type: 'image/png', data: PICTURE }

/** Returns the status, code and message of an error response. */
export const refusalOf = ({ status, body }: PinterestAnswer): readonly [number, unknown, unknown] => {
  const { code, message } = body as { readonly code: unknown; readonly message: unknown } // safe cast: the test compares the code and the message
  return [status, code, message]
}

/** Returns the id of the created object. */
export const idOf = ({ body }: Pick<PinterestAnswer, 'body'>): string => (body as { readonly id: string }).id // safe cast: a body without an id fails the test

/**
 * Runs the emulated Pinterest inside the test process, with a frozen clock. Every response is
 * checked against Pinterest's official OpenAPI description.
 */
export class AtPinterest {
  readonly clock = new SettableClock({ start: new Date('2026-11-22T12:00:00Z'), frozen: true })
  readonly network: EmulatedNetwork<PinterestOperations>

  constructor(options: PinterestOptions = {}) {
    this.network = new EmulatedNetwork(pinterestNetwork(options), {
      origin: 'https://pinterest.example',
      clock: this.clock,
    })
  }

  get control(): EmulatedNetwork<PinterestOperations>['control'] {
    return this.network.control
  }

  /** Signs a person in and returns the access token. */
  signIn(person = 'ada', scopes?: readonly string[]): string {
    return this.control.signIn({ person, ...(scopes && { scopes }) }).accessToken
  }

  /** Returns the id of the person's first board. */
  board(person = 'ada'): string {
    return this.control.state().boards.find(({ of }) => of === person)?.id ?? ''
  }

  /** Sends a request such as `POST /v5/pins`. A full URL is used unchanged. */
  async call(route: string, sent: SentToPinterest = {}): Promise<PinterestAnswer> {
    const [method = 'GET', path = '/'] = route.split(' ')
    const headers = new Headers(sent.headers)
    if (sent.token !== undefined) headers.set('authorization', `Bearer ${sent.token}`)
    let body: string | FormData | Uint8Array<ArrayBuffer> | null = sent.body ?? null
    if (sent.json !== undefined) {
      body = JSON.stringify(sent.json)
      headers.set('content-type', 'application/json')
    }
    if (sent.form !== undefined) {
      body = new URLSearchParams(sent.form).toString()
      headers.set('content-type', 'application/x-www-form-urlencoded')
    }
    const url = new URL(path, this.network.origin)
    const whole = new Request(url, { method, headers, body, redirect: 'manual' })
    const request = body instanceof FormData ? await withLength(whole) : whole
    const { response } = await this.network.exchange(request)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    const parsed: unknown = isJson ? JSON.parse(text) : null
    this.#compare(method, url.pathname, sent, { status: response.status, body: parsed })
    return { status: response.status, headers: response.headers, body: parsed, text }
  }

  /**
   * Checks the request and the response against Pinterest's official OpenAPI description. @throws
   * Error if one of them does not match.
   */
  #compare(method: string, path: string, sent: SentToPinterest, got: Pick<PinterestAnswer, 'status' | 'body'>): void {
    if (!path.startsWith('/v5/') || got.status === 404 && !describedRoutes.includes(`${method} ${path.slice(3)}`)) return
    const problems = answerProblems(method, path, got.status, got.body)
    if (got.status < 300 && sent.json !== undefined)
      problems.push(...requestProblems(method, path, 'application/json', sent.json))
    if (got.status < 300 && sent.form !== undefined)
      problems.push(...requestProblems(method, path, 'application/x-www-form-urlencoded', sent.form))
    if (problems.length > 0)
      throw new Error(`${method} ${path} ${got.status} does not match the description:\n${problems.join('\n')}`)
  }

  /** Creates a pin with a small picture and returns the pin's id. */
  async pin(token: string, fields: object = {}): Promise<string> {
    return idOf(await this.attemptPin(token, fields))
  }

  /** Sends a request that creates a pin. Returns the response, which can be an error. */
  attemptPin(token: string, fields: object = {}): Promise<PinterestAnswer> {
    return this.call('POST /v5/pins', { token, json: { board_id: this.board(), media_source: IMAGE, ...fields } })
  }

  /** Registers a video upload. Returns the upload URL and form fields. */
  async register(token: string): Promise<UploadForm> {
    const { body } = await this.call('POST /v5/media', { token, json: { media_type: 'video' } })
    return body as UploadForm // safe cast: missing fields make the upload fail in the test
  }

  /** Uploads a file in a multipart form that contains the given form fields. */
  upload(
    { upload_url: url, upload_parameters: fields }: UploadForm,
    bytes: Uint8Array = sampleMp4(),
    headers: Readonly<Record<string, string>> = {},
  ): Promise<PinterestAnswer> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('file', new Blob([Uint8Array.from(bytes)], { type: 'video/mp4' }), 'video.mp4')
    return this.call(`POST ${url}`, { body: form, headers })
  }

  /** Uploads a video and completes its processing. Returns the media id. */
  async video(token: string): Promise<string> {
    const form = await this.register(token)
    await this.upload(form)
    this.clock.advance(12)
    return form.media_id
  }
}

/** Encodes a multipart form as an HTTP client does, with the header `Content-Length`. */
async function withLength(request: Request): Promise<Request> {
  const bytes = new Uint8Array(await request.clone().arrayBuffer())
  const headers = new Headers(request.headers)
  headers.set('content-length', String(bytes.byteLength))
  return new Request(request.url, { method: request.method, headers, body: bytes })
}
