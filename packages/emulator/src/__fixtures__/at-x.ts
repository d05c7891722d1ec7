import { createHash } from 'node:crypto'

import { SettableClock } from '../framework/clock.js'
import { EmulatedNetwork } from '../framework/emulated-network.js'
import { sampleMp4, samplePng } from '../framework/files/samples.js'
import type { XOperations } from '../x/control/operations.js'
import { xNetwork } from '../x/module.js'
import type { XOptions } from '../x/settings.js'

/** Request that a test sends. */
export interface SentToX {
  readonly token?: string
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly body?: FormData
  readonly headers?: Readonly<Record<string, string>>
}

/** Response whose JSON body has no type. Tests check the type of the body. */
export interface XAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  readonly text: string
}

/** Returns `data.id` of the created object. */
export const idOf = ({ body }: Pick<XAnswer, 'body'>): string => (body as { readonly data: { readonly id: string } }).data.id // safe cast: a body without `data` fails the test

/** Returns `data` of a response. */
export const dataOf = ({ body }: Pick<XAnswer, 'body'>): unknown => (body as { readonly data?: unknown }).data // safe cast: `data` stays unknown, and the test checks its type

/** Returns the status and detail of an error response. */
export const refusalOf = ({ status, body }: XAnswer): readonly [number, unknown] => [
  status,
  (body as { readonly detail?: unknown } | null)?.detail,
]

/** Returns the SHA-256 of the bytes in hexadecimal. */
export const hexSum = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Runs the emulated X inside the test process, with a frozen clock. */
export class AtX {
  readonly clock = new SettableClock({ start: new Date('2026-11-22T12:00:00Z'), frozen: true })
  readonly network: EmulatedNetwork<XOperations>

  constructor(options: XOptions = {}) {
    this.network = new EmulatedNetwork(xNetwork(options), { origin: 'https://x.example', clock: this.clock })
  }

  get control(): EmulatedNetwork<XOperations>['control'] {
    return this.network.control
  }

  /** Signs a person in and returns the access token. */
  signIn(person = 'ada', scopes?: readonly string[]): string {
    return this.control.signIn({ person, ...(scopes && { scopes }) }).accessToken
  }

  /** Returns the id of the person. */
  id(person = 'ada'): string {
    return this.control.state().people.find(({ username }) => username === person)?.id ?? ''
  }

  /** Sends a request such as `POST /2/tweets`. A full URL is used unchanged. */
  async call(route: string, sent: SentToX = {}): Promise<XAnswer> {
    const [method = 'GET', path = '/'] = route.split(' ')
    const headers = new Headers(sent.headers)
    if (sent.token !== undefined) headers.set('authorization', `Bearer ${sent.token}`)
    let body: string | FormData | null = sent.body ?? null
    if (sent.json !== undefined) {
      body = JSON.stringify(sent.json)
      headers.set('content-type', 'application/json')
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

  post(token: string, json: object): Promise<XAnswer> {
    return this.call('POST /2/tweets', { token, json })
  }

  /** Uploads one chunk of a file. */
  append(token: string, id: string, index: number | string, bytes: Uint8Array): Promise<XAnswer> {
    const body = new FormData()
    body.set('segment_index', String(index))
    body.set('media', new Blob([Uint8Array.from(bytes)]), 'piece')
    return this.call(`POST /2/media/upload/${id}/append`, { token, body })
  }

  /** Initializes an upload and returns the upload's id. */
  async initialize(token: string, bytes: number, type = 'image/png', category = 'tweet_image'): Promise<string> {
    const json = { media_type: type, total_bytes: bytes, media_category: category }
    return idOf(await this.call('POST /2/media/upload/initialize', { token, json }))
  }

  /** Uploads a small file in one chunk and returns the upload's id. */
  async upload(token: string, kind: 'image' | 'video' = 'image', category = `tweet_${kind}`): Promise<string> {
    const bytes = kind === 'image' ? samplePng() : sampleMp4()
    const id = await this.initialize(token, bytes.byteLength, kind === 'image' ? 'image/png' : 'video/mp4', category)
    await this.append(token, id, 0, bytes)
    await this.call(`POST /2/media/upload/${id}/finalize`, { token })
    return id
  }
}
