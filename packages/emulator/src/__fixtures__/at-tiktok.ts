import { onTestFinished } from 'vitest'

import { createHash } from 'node:crypto'

import { SettableClock } from '../framework/clock.js'
import { EmulatedNetwork } from '../framework/emulated-network.js'
import { sampleMp4 } from '../framework/files/samples.js'
import type { TiktokOperations } from '../tiktok/control/operations.js'
import { tiktokNetwork } from '../tiktok/module.js'
import type { TiktokOptions } from '../tiktok/settings.js'

/** Time of the frozen clock at the start of every test. */
export const NOW = new Date('2026-11-21T12:00:00.000Z')

/** Redirect URI of the application in the tests. */
export const REDIRECT_URI = 'https://app.example/callback'

/** Request that a test sends. */
export interface Sent {
  readonly token?: string
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly bytes?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** Response whose JSON body has no type. Tests check the fields of the body. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  readonly text: string
}

/** Publish id and upload URL that TikTok returns for an initialized upload. */
export interface StartedUpload {
  readonly publishId: string
  readonly uploadUrl: string
}

/** Value of `post_info` with all fields that TikTok requires. */
export const INFO = { privacy_level: 'SELF_ONLY', brand_content_toggle: false, brand_organic_toggle: false }

/** Returns the `source_info` for a file of the given size in bytes. */
export const source = (bytes: number, pieceBytes = bytes, count = Math.floor(bytes / pieceBytes)) => ({
  source: 'FILE_UPLOAD',
  video_size: bytes,
  chunk_size: pieceBytes,
  total_chunk_count: count,
})

/** Runs the emulated TikTok inside the test process, with a frozen clock. */
export class AtTiktok {
  readonly clock = new SettableClock({ start: NOW, frozen: true })
  readonly network: EmulatedNetwork<TiktokOperations>

  constructor(options: TiktokOptions = {}) {
    this.network = new EmulatedNetwork(tiktokNetwork(options), {
      origin: 'https://tiktok.example',
      clock: this.clock,
    })
    // The emulated network has timers that must end with the test.
    onTestFinished(() => this.network.close())
  }

  get control(): EmulatedNetwork<TiktokOperations>['control'] {
    return this.network.control
  }

  /** Signs a person in and returns the access token. */
  signIn(person = 'ada', scopes?: readonly string[]): string {
    return this.control.signIn({ person, ...(scopes && { scopes }) }).accessToken
  }

  /** Sends a request such as `POST /v2/oauth/token/`. A full URL is used unchanged. */
  async call(route: string, sent: Sent = {}): Promise<Answer> {
    const [method = 'GET', path = '/'] = route.split(' ')
    const headers = new Headers(sent.headers)
    if (sent.token !== undefined) headers.set('authorization', `Bearer ${sent.token}`)
    let body: string | Uint8Array<ArrayBuffer> | null = sent.bytes ? Uint8Array.from(sent.bytes) : null
    if (sent.json !== undefined) {
      body = JSON.stringify(sent.json)
      headers.set('content-type', 'application/json; charset=UTF-8')
    }
    if (sent.form !== undefined) {
      body = new URLSearchParams(sent.form).toString()
      headers.set('content-type', 'application/x-www-form-urlencoded')
    }
    const url = new URL(path, this.network.origin)
    const request = new Request(url, { method, headers, body, redirect: 'manual' })
    const { response } = await this.network.exchange(request)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    const parsed: unknown = isJson ? JSON.parse(text) : null
    return { status: response.status, headers: response.headers, body: parsed, text }
  }

  /** Initializes a video upload. */
  init(token: string, json: unknown, kind: 'video' | 'inbox/video' = 'video'): Promise<Answer> {
    return this.call(`POST /v2/post/publish/${kind}/init/`, { token, json })
  }

  /**
   * Initializes a video upload and returns its publish id and upload URL. TikTok must accept the
   * request.
   */
  async startUpload(token: string, sourceInfo: object = source(100), info: object | null = INFO): Promise<StartedUpload> {
    const json = { source_info: sourceInfo, ...(info && { post_info: info }) }
    const { body } = await this.init(token, json, info === null ? 'inbox/video' : 'video')
    const { data } = body as { readonly data: { readonly publish_id: string; readonly upload_url: string } } // safe cast: a body without `data` fails the test
    return { publishId: data.publish_id, uploadUrl: data.upload_url }
  }

  /** Uploads a chunk. The headers in `changes` replace the default headers. */
  put(
    uploadUrl: string,
    bytes: Uint8Array,
    at: { readonly start: number; readonly total: number },
    changes: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const headers = {
      'content-type': 'video/mp4',
      'content-length': String(bytes.byteLength),
      'content-range': `bytes ${at.start}-${at.start + bytes.byteLength - 1}/${at.total}`,
      ...changes,
    }
    return this.call(`PUT ${uploadUrl}`, { bytes, headers })
  }

  /** Initializes and uploads a small video. Returns its publish id. */
  async post(token: string, info: object | null = INFO): Promise<string> {
    const { publishId, uploadUrl } = await this.startUpload(token, source(100), info)
    await this.put(uploadUrl, sampleMp4(100), { start: 0, total: 100 })
    return publishId
  }
}

/** Returns the status, code and message of an error response. */
export const refusalOf = ({ status, body }: Answer): readonly [number, unknown, unknown] => {
  const { error } = body as { readonly error: { readonly code: unknown; readonly message: unknown } } // safe cast: a body without `error` fails the test
  return [status, error.code, error.message]
}

/** Returns the SHA-256 of the data in hexadecimal. */
export const hexSum = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
