import type { JsonObject, PublishCall, Receipt } from '@social/core/platform'
import { atFirstSending, textMark, writtenNow } from '@social/meta-kit'
import * as v from 'valibot'

import { UPLOAD_LIVES_MS } from '../limits.js'

const text = v.fallback(v.nullable(v.string()), null)

/** A video on its way, as a receipt keeps it. */
const keptUpload = v.object({
  videoId: v.string(),
  /** The session of an upload in pieces; the address of a reel's. */
  session: v.string(),
  start: v.number(),
  end: v.number(),
  startedAt: v.string(),
})

/** Search criteria for a visible request whose response was lost. */
const keptSent = v.object({
  /** What it was: a post in the feed, a video that Facebook fetches, an upload, a story, a comment, a change. */
  way: v.picklist(['FEED', 'FETCHED_VIDEO', 'UPLOAD', 'STORY', 'COMMENT', 'WORDS', 'TITLE']),
  /** Digest of the words; of a comment too. */
  words: v.string(),
  /** Digest of the title of a video; null for none. */
  title: text,
  /** Time sent, by the network's clock. */
  sentAt: v.string(),
  /** The same moment by our own clock. */
  writtenAt: text,
  /** Unix seconds; null for now. */
  scheduledFor: v.fallback(v.nullable(v.number()), null),
  /** The post or comment that was answered, or changed. */
  on: text,
})

const kept = v.object({
  photos: v.fallback(v.array(v.string()), []),
  photosAt: text,
  upload: v.fallback(v.nullable(keptUpload), null),
  sent: v.fallback(v.nullable(keptSent), null),
})

/** A video on its way. */
export type SavedUpload = Readonly<v.InferOutput<typeof keptUpload>>
/** What was sent. */
export type SavedRequest = Readonly<v.InferOutput<typeof keptSent>>
/** State saved by an earlier attempt. */
export interface Kept {
  /** Ids of pictures that are at Facebook already, in the order of the post's media. */
  readonly photos: readonly string[]
  readonly photosAt: string | null
  readonly upload: SavedUpload | null
  readonly sent: SavedRequest | null
}

/** Reads the receipt of an earlier attempt. */
export function readSaved(receipt: Receipt | null): Kept {
  const read = v.parse(kept, { photosAt: null, ...receipt?.data })
  return { ...read, sent: read.sent && receipt && atFirstSending(read.sent, receipt) }
}

/** Writes down what is at Facebook and nobody sees yet. */
export async function keep(
  prepared: Pick<Kept, 'photos' | 'photosAt' | 'upload'>,
  call: PublishCall,
): Promise<void> {
  const since = Date.parse(prepared.upload?.startedAt ?? prepared.photosAt ?? '')
  await call.checkpoint({
    step: 'PREPARE',
    data: preparedData(prepared),
    repeatableUntil: Number.isNaN(since) ? null : new Date(since + UPLOAD_LIVES_MS),
  })
}

function preparedData({
  photos,
  photosAt,
  upload,
}: Pick<Kept, 'photos' | 'photosAt' | 'upload'>): JsonObject {
  return { photos: [...photos], photosAt, upload: upload && { ...upload } }
}

/** What the visible request is written down with: what was prepared, and what it is found again by. The words are not in it. */
export function sentData(
  prepared: Pick<Kept, 'photos' | 'photosAt' | 'upload'>,
  sent: Pick<SavedRequest, 'way'> & {
    readonly words: string
    readonly title?: string | undefined
    readonly publishAt?: Date | null
    readonly on?: string
  },
  call: Pick<PublishCall, 'clock' | 'networkNow'>,
): JsonObject {
  return {
    ...preparedData(prepared),
    sent: {
      way: sent.way,
      words: textMark(sent.words),
      title: sent.title === undefined ? null : textMark(sent.title),
      ...writtenNow(call),
      scheduledFor: sent.publishAt ? secondsOf(sent.publishAt) : null,
      on: sent.on ?? null,
    },
  }
}

/** Unix seconds, as Facebook wants moments. */
export function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}

/** Nothing is prepared. */
export const NOTHING_PREPARED: Pick<Kept, 'photos' | 'photosAt' | 'upload'> = {
  photos: [],
  photosAt: null,
  upload: null,
}
