import { createHash } from 'node:crypto'

import {
  assertAll,
  type Call,
  checkTextLength,
  type JsonObject,
  makePostResult,
  type PostEdit,
  PostGoneError,
  type PostResult,
  type PublishCall,
  type RawData,
  readOptions,
  type Receipt,
  type ReconcileCall,
  type Reconciled,
} from '@social/core/platform'
import * as v from 'valibot'

import { LIMITS, READ_COST, REPEATABLE_SECONDS, WRITE_COST } from '../limits.js'
import { toOutcome, toWatchUrl } from '../map/index.js'
import { editOptions, type ReadEdit } from '../options.js'
import { type OwnVideoReply, ownVideosReply, type VideoReply, videoReply } from '../schemas.js'
import { CHECKED, refuseBrackets } from './check.js'
import { given, toParts } from './video-resource.js'

/** Properties of a video, grouped by YouTube's parts, such as `snippet` and `status`. */
type Parts = Readonly<Record<string, RawData>>

/**
 * Properties that a channel can change. YouTube resets the omitted properties of a part, so an
 * edit also sends all unchanged properties.
 * https://developers.google.com/youtube/v3/docs/videos/update (read 2026-11-22)
 */
const MUTABLE: Readonly<Record<string, readonly string[]>> = {
  snippet: ['title', 'description', 'tags', 'categoryId', 'defaultLanguage'],
  status: [
    'privacyStatus',
    'publishAt',
    'license',
    'embeddable',
    'publicStatsViewable',
    'selfDeclaredMadeForKids',
    'containsSyntheticMedia',
  ],
}

/** Seconds until the next query for an edit, returned as `retryAfter`. Our choice. */
const QUERY_AGAIN_SECONDS = 60
/** Seconds after the edit request during which queries continue. Our choice. */
const QUERY_UNTIL_SECONDS = 3600

/** Returns one part of a video, or an empty object when the part is missing. */
function partOf(video: object, name: string): RawData {
  const read = v.safeParse(v.looseObject({}), Object.entries(video).find(([key]) => key === name)?.[1])
  return read.success ? read.output : {}
}

function readChange({ text, options }: PostEdit): Parts {
  let read: ReadEdit = {}
  assertAll(
    () => {
      read = readOptions(editOptions, options, { platform: 'youtube' })
    },
    () => {
      if (text !== null) checkTextLength(text, { platform: CHECKED, limits: LIMITS, options: {} })
    },
    () => refuseBrackets(text ?? '', 'The new description, which is text,'),
  )
  const parts = Object.entries(toParts({ text, options: read }))
  return Object.fromEntries(parts.filter(([, part]) => Object.keys(part).length > 0))
}

/** @throws PostGoneError when the video does not exist, or is not visible to this channel. */
async function readVideo(videoId: string, parts: readonly string[], { http }: Call): Promise<OwnVideoReply> {
  const query = {
    part: [...new Set(['snippet', 'status', 'processingDetails', ...parts])].join(','),
    id: videoId,
  }
  const { items } = await http.get('/videos', ownVideosReply, { query, cost: READ_COST })
  const [video] = items ?? []
  if (video) return video
  throw new PostGoneError(
    'The video does not exist, or belongs to another channel. Remove it from your data.',
    {
      platform: 'youtube',
    },
  )
}

/** Returns a complete part of a video with the change applied. */
function toWhole(before: RawData, name: string, change: RawData): RawData {
  const kept = (MUTABLE[name] ?? []).map((field) => [field, before[field]] as const)
  const whole: RawData = { ...Object.fromEntries(kept), ...change }
  // YouTube allows a publish time only for private videos, so a change of the visibility removes
  // the time.
  const isShown = 'privacyStatus' in whole && whole['privacyStatus'] !== 'private'
  return given(isShown ? { ...whole, publishAt: undefined } : whole)
}

/**
 * Fields that identify an edit: the names of the changed properties, and a hash of their values.
 */
const sentEdit = v.object({
  videoId: v.string(),
  names: v.array(v.string()),
  values: v.string(),
  sentAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
    v.date(),
  ),
})

function hashValues(from: object, names: readonly string[]): string {
  const values = names.map((name) => {
    const [part = '', field = ''] = name.split('.')
    const value = partOf(from, part)[field] ?? null
    // YouTube may change line breaks, outer spaces and empty lists, so these differences are
    // ignored.
    if (typeof value === 'string') return value.replaceAll('\r\n', '\n').trim()
    return Array.isArray(value) && value.length === 0 ? null : value
  })
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url')
}

function editData(videoId: string, change: Parts, sentAt: Date): JsonObject {
  const names = Object.entries(change).flatMap(([part, fields]) =>
    Object.keys(fields).map((field) => `${part}.${field}`),
  )
  return { videoId, names, values: hashValues(change, names), sentAt: sentAt.toISOString() }
}

/**
 * Changes the metadata of a video. Reads the current metadata first, and sends it back with the
 * change. Repeating an edit has no effect. Costs 51 units of quota in two requests. Needs the
 * scope `youtube.force-ssl`.
 * https://developers.google.com/youtube/v3/docs/videos/update (read 2026-11-22)
 */
export async function editVideo(videoId: string, edit: PostEdit, call: PublishCall): Promise<PostResult> {
  const change = readChange(edit)
  const names = Object.keys(change)
  const before = await readVideo(videoId, names, call)
  const { data, raw } = await call.http.request('PUT', '/videos', videoReply, {
    query: { part: names.join(',') },
    json: {
      id: videoId,
      ...Object.fromEntries(
        names.map((name) => [name, toWhole(partOf(before, name), name, change[name] ?? {})]),
      ),
    },
    retry: 'always',
    finish: {
      data: editData(videoId, change, call.networkNow()),
      repeatableUntil: new Date(call.clock.now().getTime() + REPEATABLE_SECONDS * 1000),
    },
    cost: WRITE_COST,
  })
  const video = { ...before, status: data.status ?? before.status }
  return toEdited(video, raw, call.idempotencyKey)
}

/** Reads the video to find out whether an edit with a lost response was applied. */
export async function findEdit(receipt: Receipt, call: ReconcileCall): Promise<Reconciled> {
  const read = v.safeParse(sentEdit, receipt.data)
  if (!read.success) return { state: 'UNKNOWN' }
  const { videoId, names, values, sentAt } = read.output
  const video = await readVideo(
    videoId,
    names.map((name) => name.split('.')[0] ?? ''),
    call,
  )
  if (hashValues(video, names) === values)
    return { state: 'FOUND', result: toEdited(video, video, call.idempotencyKey) }
  const age = (call.networkNow().getTime() - sentAt.getTime()) / 1000
  return { state: 'UNKNOWN', retryAfter: age < QUERY_UNTIL_SECONDS ? QUERY_AGAIN_SECONDS : null }
}

function toEdited(video: VideoReply, raw: RawData, idempotencyKey: string): PostResult {
  return makePostResult({
    id: video.id,
    url: toWatchUrl(video.id),
    ...toOutcome(video),
    raw,
    idempotencyKey,
  })
}
