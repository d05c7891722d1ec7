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

/** A video to upload. */
export interface VideoDraft {
  readonly video: Media
  /** YouTube's `video` resource, with the given parts. */
  readonly resource: object
  readonly notifySubscribers: boolean | undefined
  readonly isScheduled: boolean
}

/** State of an upload as reported by YouTube. */
export type Standing =
  | { readonly state: 'DONE'; readonly raw: RawData }
  | {
      readonly state: 'OPEN'
      /** Number of bytes that arrived, independent of the bytes sent. */
      readonly offset: number
      /** URL for the next chunk. */
      readonly address: string
      /** Requested wait in seconds; null without one. */
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
 * Other types are refused. https://developers.google.com/youtube/data/reference/rest/v3/videos/insert (read
 * 2026-11-21)
 */
export function videoType({ contentType }: Media): string {
  return contentType.startsWith('video/') ? contentType : 'application/octet-stream'
}

/**
 * Starts an upload. It is invisible before its last byte, so this can be repeated. Each start costs one of the day's
 * uploads.
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

/** Number of bytes that arrived. Some documentation shows the header without `bytes=`. */
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
    // The URL authorizes the request. The token is sent only to its own origins.
    auth: isOwn ? 'connection' : 'none',
    // An expired upload is a valid response to a query, but a refusal of the last chunk.
    accept: options.finish === undefined ? [308, 404, 410] : [308],
    retry: 'never',
    stallSeconds,
  })
  if (status === 404 || status === 410) return { state: 'GONE' }
  if (status !== 308) {
    // After the last chunk this is the final response. Before it, another server has responded.
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

/** Sends a chunk. The response contains the bytes that arrived. */
export function sendPiece(
  session: Session,
  { body, start, contentType }: Piece,
  settings: Settings,
  call: Call,
): Promise<Standing> {
  const end = start + body.length
  const headers = { 'content-range': `bytes ${start}-${end - 1}/${session.totalBytes}` }
  // The last byte creates the video.
  const finish = end === session.totalBytes ? { finish: { data: sessionData(session) } } : {}
  return put(session, settings, call, { body, contentType, headers, ...finish }).catch((error: unknown) => {
    if (NotFoundError.is(error)) return { state: 'GONE' as const }
    throw error
  })
}

/** Queries the offset of an upload, without sending video bytes. */
export function askSession(session: Session, settings: Settings, call: Call): Promise<Standing> {
  const headers = { 'content-range': `bytes */${session.totalBytes}` }
  return put(session, settings, call, { headers, readsOnly: true })
}
