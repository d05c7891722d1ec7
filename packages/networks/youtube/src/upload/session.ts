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

/** A video that is to be uploaded. */
export interface VideoDraft {
  readonly video: Media
  /** What is announced: YouTube's `video` resource, with the parts that it has. */
  readonly resource: object
  readonly notifySubscribers: boolean | undefined
  readonly isScheduled: boolean
}

/** Where an upload stands, as YouTube says. */
export type Standing =
  | { readonly state: 'DONE'; readonly raw: RawData }
  | {
      readonly state: 'OPEN'
      /** How many bytes have arrived, whatever was sent. */
      readonly offset: number
      /** Where to go on. */
      readonly address: string
      /** Seconds that YouTube asks to wait; null when it asks for none. */
      readonly waitSeconds: number | null
    }
  /** YouTube does not know the upload any more. */
  | { readonly state: 'GONE' }

/** One piece on its way. */
export interface Piece {
  readonly body: BodySource
  readonly start: number
  readonly contentType: string
}

/** Types other than these are refused. https://developers.google.com/youtube/data/reference/rest/v3/videos/insert (read 2026-11-21) */
export function videoType({ contentType }: Media): string {
  return contentType.startsWith('video/') ? contentType : 'application/octet-stream'
}

/**
 * Announces a video. Nobody sees anything of it before its last byte, so this may be repeated; each time costs one of
 * the day's uploads.
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
    'youtube began the upload without saying where it goes. Nothing was uploaded: post again with the same idempotency key.',
    { platform: 'youtube', statusCode: status, raw },
  )
}

/** Bytes of the video that have arrived. Some texts show the header without `bytes=`. */
function readOffset(range: string | undefined, totalBytes: number): number {
  if (range === undefined) return 0
  const [, last = 'NaN'] = /^(?:bytes=)?0-(\d+)$/.exec(range.trim()) ?? []
  const offset = Number(last) + 1
  if (Number.isSafeInteger(offset) && offset <= totalBytes) return offset
  throw new PlatformError(
    `youtube says that "${range.slice(0, 80)}" has arrived, of a video of ${totalBytes} bytes. Post again with the same idempotency key.`,
    { platform: 'youtube', statusCode: 308 },
  )
}

function answeredBySomebodyElse(statusCode: number, raw: RawData): PlatformError {
  return new PlatformError(
    `youtube answered an upload with something that is no video (${statusCode}): perhaps a proxy did. Post again with the same idempotency key to go on from there.`,
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
    // The address alone is proof enough; the token only goes where it belongs.
    auth: isOwn ? 'connection' : 'none',
    // A forgotten upload is an answer; but for the last piece it is a refusal of that piece, and is judged as one.
    accept: options.finish === undefined ? [308, 404, 410] : [308],
    retry: 'never',
    stallSeconds,
  })
  if (status === 404 || status === 410) return { state: 'GONE' }
  if (status !== 308) {
    // After the last piece that is what the piece led to; before it, it is somebody else who answers.
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

/** Sends a piece. What has arrived of it is in the answer. */
export function sendPiece(
  session: Session,
  { body, start, contentType }: Piece,
  settings: Settings,
  call: Call,
): Promise<Standing> {
  const end = start + body.length
  const headers = { 'content-range': `bytes ${start}-${end - 1}/${session.totalBytes}` }
  // The last byte makes the video.
  const finish = end === session.totalBytes ? { finish: { data: sessionData(session) } } : {}
  return put(session, settings, call, { body, contentType, headers, ...finish }).catch((error: unknown) => {
    if (NotFoundError.is(error)) return { state: 'GONE' as const }
    throw error
  })
}

/** Asks how far an upload has come; sends nothing of the video. */
export function askSession(session: Session, settings: Settings, call: Call): Promise<Standing> {
  const headers = { 'content-range': `bytes */${session.totalBytes}` }
  return put(session, settings, call, { headers, readsOnly: true })
}
