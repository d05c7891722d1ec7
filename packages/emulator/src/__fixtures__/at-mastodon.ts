import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'

import { SettableClock } from '../framework/clock.js'
import { EmulatedNetwork } from '../framework/emulated-network.js'
import type { MastodonOperations } from '../mastodon/control/operations.js'
import { mastodonNetwork } from '../mastodon/module.js'
import type { MastodonOptions } from '../mastodon/settings.js'
import { contractProblems } from './mastodon-contract.js'

/** Time of the frozen clock at the start of every test. */
export const NOW = new Date('2026-11-21T12:00:00.000Z')

/** Request that a test sends. */
export interface Sent {
  readonly token?: string
  readonly query?: Readonly<Record<string, string>> | readonly (readonly [string, string])[]
  readonly form?: Readonly<Record<string, string>> | readonly (readonly [string, string])[]
  readonly json?: unknown
  readonly multipart?: FormData
  readonly headers?: Readonly<Record<string, string>>
}

/** Response whose JSON body has no type. Tests check the fields of the body. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON body. Null if the response is not JSON. */
  readonly body: unknown
  readonly text: string
}

const pairs = (fields: Sent['form']): [string, string][] =>
  (Array.isArray(fields) ? fields : Object.entries(fields ?? {})) as [string, string][]

/**
 * Runs an emulated Mastodon server inside the test process, with a frozen clock. Every JSON
 * response is checked against the OpenAPI schema.
 */
export class AtMastodon {
  readonly clock = new SettableClock({ start: NOW, frozen: true })
  readonly network: EmulatedNetwork<MastodonOperations>

  constructor(options: MastodonOptions = {}) {
    this.network = new EmulatedNetwork(mastodonNetwork(options), {
      origin: 'https://social.example',
      clock: this.clock,
    })
  }

  get control(): EmulatedNetwork<MastodonOperations>['control'] {
    return this.network.control
  }

  /** Signs a person in and returns the access token. */
  signIn(person: string, scopes?: string): string {
    return this.control.signIn({ person, ...(scopes !== undefined && { scopes }) }).accessToken
  }

  /** Sends a request such as `POST /api/v1/statuses`. */
  async call(route: string, sent: Sent = {}): Promise<Answer> {
    const [method = 'GET', path = '/'] = route.split(' ')
    const url = new URL(path, this.network.origin)
    for (const [name, value] of pairs(sent.query)) url.searchParams.append(name, value)
    const headers = new Headers(sent.headers)
    if (sent.token !== undefined) headers.set('authorization', `Bearer ${sent.token}`)
    const { form, json, multipart } = sent
    let body: string | FormData | null = multipart ?? null
    if (json !== undefined) {
      body = JSON.stringify(json)
      headers.set('content-type', 'application/json')
    }
    if (form !== undefined) {
      body = new URLSearchParams(pairs(form)).toString()
      headers.set('content-type', 'application/x-www-form-urlencoded')
    }
    const { response } = await this.network.exchange(new Request(url, { method, headers, body, redirect: 'manual' }))
    const text = await response.text()
    const parsed: unknown = response.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : null
    const problems = parsed === null ? [] : contractProblems(method, url.pathname, response.status, parsed)
    assert.deepEqual(problems, [], `${route} answered ${response.status} against the contract`)
    return { status: response.status, headers: response.headers, body: parsed, text }
  }

  /** Publishes a post as the owner of the token and returns the post's id. */
  async post(token: string, form: NonNullable<Sent['form']>): Promise<string> {
    const { status, body } = await this.call('POST /api/v1/statuses', { token, form })
    assert.equal(status, 200, JSON.stringify(body))
    return idOf(body)
  }

  /** Uploads a file as the owner of the token. */
  upload(token: string, file: File | null, fields: Readonly<Record<string, string | File>> = {}): Promise<Answer> {
    const multipart = new FormData()
    if (file !== null) multipart.set('file', file)
    for (const [name, value] of Object.entries(fields)) multipart.set(name, value)
    return this.call('POST /api/v2/media', { token, multipart })
  }
}

/** Returns the id in a response body. */
export const idOf = (body: unknown): string => (body as { readonly id: string }).id // safe cast: a body without an id fails the test

/** Returns the ids of the objects in a list. */
export const idsOf = (body: unknown): string[] => (body as unknown[]).map((one) => idOf(one))

/** Creates a file from bytes. */
export const aFile = (bytes: Uint8Array, name: string, type: string): File =>
  new File([Uint8Array.from(bytes)], name, { type })

/** Returns the PKCE S256 challenge of a code verifier. */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')
