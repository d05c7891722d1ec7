import { stat, unlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import type { Clock, HostedMedia, MediaHost, Random } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import { isLoopbackHost } from '../../http/guard/address.js'
import { systemClock, systemRandom } from '../../http/time/clock.js'
import { assertMedia } from '../../media/assert-media.js'
import { refusedFile } from '../../media/refused-file.js'
import type { Media } from '../../models/index.js'
import { assertString } from '../../models/values/assert-kind.js'
import { assertObject } from '../../models/values/assert-object.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'
import { NOT_FOUND, Reply } from '../reply.js'
import type { RouteRequest } from '../request.js'
import { readRange } from './byte-range.js'
import { filePart } from './file-part.js'
import type { MediaServer } from './media-server.js'
import { type MediaGrant, NONCE_BYTES, readToken, tokenKey, writeToken } from './media-token.js'

/** Options of `SignedMediaHost`. */
export interface SignedMediaHostOptions {
  /** Public https URL of the mounted routes: `https://app.example/social`. */
  readonly baseUrl: string
  /** Secret of at least 32 bytes, shared by all workers. */
  readonly key: string | Uint8Array
  /**
   * Folder for media that is given as bytes. A file in it is deleted on release. Without `folder` only existing
   * files can be hosted.
   */
  readonly folder?: string | undefined
  readonly clock?: Clock | undefined
  readonly random?: Random | undefined
}

const OPTION_NAMES = Object.keys({
  baseUrl: true,
  key: true,
  folder: true,
  clock: true,
  random: true,
} satisfies Record<keyof SignedMediaHostOptions, true>)
/** Minimum length of a key in bytes: 256 bits. */
const MIN_KEY_BYTES = 32
/** Maximum number of released tokens kept in memory. The oldest are removed first. Our choice. */
const MAX_RELEASED = 10_000
const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+$/

/** Headers that stop a browser from guessing the file's type and from running scripts in it. */
const HEADERS: Readonly<Record<string, string>> = Object.freeze({
  'accept-ranges': 'bytes',
  'cache-control': 'private',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
})

/**
 * Serves files from the mounted routes at `{prefix}/media/<token>`, for networks that fetch media from a URL. The
 * token contains the encrypted path and expiry time. So any worker on the same disk can serve the file, no other
 * file is served, and the path stays secret.
 *
 * The process that released a file stops serving it immediately. Other processes stop when the token expires.
 *
 * @example
 * const mediaHost = new SignedMediaHost({ baseUrl: 'https://app.example/social', key: process.env['MEDIA_KEY'] ?? '' })
 * const client = new SocialClient({ storage, platforms, mediaHost })
 * const routes = new Routes(client, { redirectUri, mediaHost })
 */
export class SignedMediaHost implements MediaHost, MediaServer {
  readonly #baseUrl: string
  readonly #key: Uint8Array
  readonly #folder: string | null
  readonly #clock: Clock
  readonly #random: Random
  /** Released tokens with their expiry times. Expired tokens need no entry, because they are refused anyway. */
  readonly #released = new Map<string, number>()

  /** @throws ConfigError for a URL that is not https, and for a key that is too short. */
  constructor(options: SignedMediaHostOptions) {
    refuseUnknownNames(options, OPTION_NAMES, 'SignedMediaHost')
    assertString(options.baseUrl, 'baseUrl of a media host')
    if (options.folder !== undefined) assertString(options.folder, 'folder of a media host')
    const url = URL.parse(options.baseUrl)
    if (!url || (url.protocol !== 'https:' && !isLoopbackHost(url.hostname)))
      throw new ConfigError('baseUrl of a media host must be a public https URL: networks download from it.')
    const key = typeof options.key === 'string' ? Buffer.from(options.key) : options.key
    if (!(key instanceof Uint8Array) || key.length < MIN_KEY_BYTES)
      throw new ConfigError(`The key of a media host must have at least ${MIN_KEY_BYTES} bytes.`)
    this.#baseUrl = url.href.replace(/\/+$/, '')
    this.#key = tokenKey(key)
    this.#folder = options.folder === undefined ? null : resolve(options.folder)
    this.#clock = options.clock ?? systemClock
    this.#random = options.random ?? systemRandom
  }

  async publish(media: Media, options: { readonly lifetimeSeconds: number }): Promise<HostedMedia> {
    assertMedia(media, 'mediaHost.publish')
    assertObject(options, 'mediaHost.publish: options', '{ lifetimeSeconds }')
    if (media.url !== null) return { url: media.url, handle: '' }
    const size = (await media.size()) ?? 0
    const path = media.path === null ? await this.#writeDown(media) : resolve(media.path)
    const token = writeToken(
      {
        path,
        size,
        contentType: MIME_TYPE.test(media.contentType) ? media.contentType : 'application/octet-stream',
        expiresAt: Math.ceil(this.#now() + options.lifetimeSeconds),
        isOurs: media.path === null,
      },
      this.#key,
      this.#random.bytes(NONCE_BYTES),
    )
    return { url: `${this.#baseUrl}/media/${token}`, handle: token }
  }

  async release(handle: string): Promise<void> {
    assertString(handle, 'mediaHost.release: handle')
    const grant = readToken(handle, this.#key)
    if (!grant) return
    if (grant.isOurs) await unlink(grant.path).catch(ignoreMissing)
    for (const [token, expiresAt] of this.#released) {
      if (expiresAt > this.#now() && this.#released.size < MAX_RELEASED) break
      this.#released.delete(token)
    }
    this.#released.set(handle, grant.expiresAt)
  }

  async serve(token: string, request: RouteRequest): Promise<Reply> {
    assertString(token, 'mediaHost.serve: token')
    const grant = readToken(token, this.#key)
    if (!grant || grant.expiresAt <= this.#now() || this.#released.has(token)) return NOT_FOUND
    const found = await stat(grant.path).catch(ignoreMissing)
    if (!found?.isFile() || found.size !== grant.size) return NOT_FOUND
    return replyWith(grant, request)
  }

  async #writeDown(media: Media): Promise<string> {
    if (this.#folder === null)
      throw refusedFile(
        'FILE_MUST_BE_PUBLIC',
        'This network downloads media from a URL, and these bytes are not in a file. Use Media.fromFile, or give the media host a folder.',
        { file: media.filename },
      )
    const path = join(this.#folder, `social-${Buffer.from(this.#random.bytes(16)).toString('hex')}`)
    await writeFile(path, await media.read(), { mode: 0o600, flag: 'wx' })
    return path
  }

  #now(): number {
    return this.#clock.now().getTime() / 1000
  }
}

function replyWith(grant: MediaGrant, request: RouteRequest): Reply {
  const { path, size, contentType } = grant
  // A range with `if-range` gets the whole file, because files here have no ETag or date to compare.
  const isWhole = request.method !== 'GET' || request.headers['if-range'] !== undefined
  const range = isWhole ? null : readRange(request.headers['range'], size)
  if (range === 'UNSATISFIABLE')
    return { ...Reply.text('', 416, { ...HEADERS, 'content-range': `bytes */${size}` }) }
  if (range === null)
    return { status: 200, contentType, headers: HEADERS, body: filePart(path, { start: 0, end: size - 1 }) }
  const headers = { ...HEADERS, 'content-range': `bytes ${range.start}-${range.end}/${size}` }
  return { status: 206, contentType, headers, body: filePart(path, range) }
}

function ignoreMissing(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') return null
  throw error
}
