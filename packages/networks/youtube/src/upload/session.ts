import {
  type BodySource,
  type Call,
  type Media,
  NotFoundError,
  PlatformError,
  type RawData,
  type RequestOptions,
  retryAfterSeconds,
} from '@social/core/platform'
import * as v from 'valibot'

import { tokenOrigins } from '../addresses.js'
import { UPLOAD_COST } from '../limits.js'
import type { Settings } from '../options.js'
import { createdReply } from '../schemas.js'
import { type Session, sessionData } from './receipt.js'

/** A video to upload, with its metadata. */
export interface VideoDraft {
  readonly video: Media
  /** YouTube's `video` resource with the parts that the post sets. */
  readonly resource: object
  readonly notifySubscribers: boolean | undefined
  readonly isScheduled: boolean
}

/** State of an upload as reported by YouTube. */
export type Standing =
  | { readonly state: 'DONE'; readonly raw: RawData }
  | {
      readonly state: 'OPEN'
      /** Number of bytes that YouTube has. The number may differ from the number of bytes sent. */
      readonly offset: number
      /** URL for the next chunk. */
      readonly address: string
      /** Wait in seconds that YouTube requests. Null without a request. */
      readonly waitSeconds: number | null
    }
  /** YouTube no longer has the upload. */
  | { readonly state: 'GONE' }

/** One chunk. */
export interface Piece {
  readonly body: BodySource
  readonly start: number
  readonly contentType: string
}

/**
 * Returns the content type of a video. YouTube refuses other types.
 * https://developers.google.com/youtube/data/reference/rest/v3/videos/insert (read 2026-11-21)
 */
export function videoType({ contentType }: Media): string {
  return contentType.startsWith('video/') ? contentType : 'application/octet-stream'
}

/**
 * Starts an upload. A start can be repeated, because the video is invisible before its last byte
 * arrives. Each start costs one upload of the daily quota.
 */
export async function startSession(
  draft: VideoDraft,
  totalBytes: number,
  { addresses }: Settings,
  { http, clock }: Call,
): Promise<Session> {
  const { video, resource, notifySubscribers, isScheduled } = draft
  const { headers, status, raw } = await http.request('POST', addresses.upload, null, {
    query: { uploadType: 'resumable', part: Object.keys(resource).join(','), notifySubscribers },
    headers: {
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-length': String(totalBytes),
      'x-upload-content-type': videoType(video),
    },
    json: resource,
    retry: 'always',
    cost: UPLOAD_COST,
  })
  const address = URL.parse(headers['location'] ?? '', addresses.upload)?.href
  if (headers['location'] && address) return { address, totalBytes, startedAt: clock.now(), isScheduled }
  throw new PlatformError(
    'youtube started the upload without returning its URL. Nothing was uploaded. Post again with the same idempotency key.',
    { platform: 'youtube', statusCode: status, raw },
  )
}

/**
 * Reads the number of bytes that YouTube has. Some documentation shows the header without
 * `bytes=`.
 */
function readOffset(range: string | undefined, totalBytes: number): number {
  if (range === undefined) return 0
  const [, last = 'NaN'] = /^(?:bytes=)?0-(\d+)$/.exec(range.trim()) ?? []
  const offset = Number(last) + 1
  if (Number.isSafeInteger(offset) && offset <= totalBytes) return offset
  throw new PlatformError(
    `youtube reports that "${range.slice(0, 80)}" arrived, of a video of ${totalBytes} bytes. Post again with the same idempotency key.`,
    { platform: 'youtube', statusCode: 308 },
  )
}

function answeredBySomebodyElse(statusCode: number, raw: RawData): PlatformError {
  return new PlatformError(
    `youtube returned an invalid response to an upload (${statusCode}), possibly from a proxy. Post again with the same idempotency key to resume.`,
    { platform: 'youtube', statusCode, raw },
  )
}

async function put(
  session: Session,
  { addresses, stallSeconds }: Settings,
  { http, clock }: Call,
  options: RequestOptions,
): Promise<Standing> {
  const { address, totalBytes } = session
  const isOwn = tokenOrigins(addresses).includes(new URL(address).origin)
  const { status, headers, raw } = await http.request('PUT', address, null, {
    ...options,
    // The upload URL itself authorizes the request. The access token is sent only to origins of
    // YouTube.
    auth: isOwn ? 'connection' : 'none',
    // For a query, 404 and 410 are a valid result: the upload expired. For the last chunk they are
    // errors.
    accept: options.finish === undefined ? [308, 404, 410] : [308],
    retry: 'never',
    stallSeconds,
  })
  if (status === 404 || status === 410) return { state: 'GONE' }
  if (status !== 308) {
    // After the last chunk a 2xx is the final response. For a query or an earlier chunk, a 2xx
    // without a video id comes from another server.
    if (options.finish === undefined && !v.is(createdReply, raw)) throw answeredBySomebodyElse(status, raw)
    return { state: 'DONE', raw }
  }
  return {
    state: 'OPEN',
    offset: readOffset(headers['range'], totalBytes),
    address: URL.parse(headers['location'] ?? '', address)?.href ?? address,
    waitSeconds: headers['retry-after'] === undefined ? null : retryAfterSeconds(headers, clock.now()),
  }
}

/** Sends a chunk. The response contains the number of bytes that YouTube has. */
export function sendPiece(
  session: Session,
  { body, start, contentType }: Piece,
  settings: Settings,
  call: Call,
): Promise<Standing> {
  const end = start + body.length
  const headers = { 'content-range': `bytes ${start}-${end - 1}/${session.totalBytes}` }
  // YouTube creates the video when the last byte arrives.
  const finish = end === session.totalBytes ? { finish: { data: sessionData(session) } } : {}
  return put(session, settings, call, { body, contentType, headers, ...finish }).catch((error: unknown) => {
    if (NotFoundError.is(error)) return { state: 'GONE' as const }
    throw error
  })
}

/** Queries how many bytes of an upload YouTube has, without sending video bytes. */
export function askSession(session: Session, settings: Settings, call: Call): Promise<Standing> {
  const headers = { 'content-range': `bytes */${session.totalBytes}` }
  return put(session, settings, call, { headers, readsOnly: true })
}
