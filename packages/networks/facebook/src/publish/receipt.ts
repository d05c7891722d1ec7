import type { JsonObject, PublishCall, Receipt } from '@social/core/platform'
import { atFirstSending, textMark, writtenNow } from '@social/meta-kit'
import * as v from 'valibot'

import { UPLOAD_LIVES_MS } from '../limits.js'

const text = v.fallback(v.nullable(v.string()), null)

/** Saved state of a video upload that is not visible yet. */
const keptUpload = v.object({
  videoId: v.string(),
  /** Id of the session of a chunked upload, or the upload URL of a reel. */
  session: v.string(),
  start: v.number(),
  end: v.number(),
  startedAt: v.string(),
})

/** Search criteria for the post or comment of a visible request whose response was lost. */
const keptSent = v.object({
  /**
   * Kind of the visible request: a feed post, a video that Facebook fetches, an upload, a story, a comment, or an
   * edit.
   */
  way: v.picklist(['FEED', 'FETCHED_VIDEO', 'UPLOAD', 'STORY', 'COMMENT', 'WORDS', 'TITLE']),
  /** Digest of the text of a post or comment. */
  textHash: v.string(),
  /** Digest of the title of a video; null without a title. */
  title: text,
  /** Time when the request was sent, by the network's clock. */
  sentAt: v.string(),
  /** Time when the request was sent, by the local clock. */
  writtenAt: text,
  /** Scheduled time of the post in Unix seconds. Null for a post without a scheduled time. */
  scheduledFor: v.fallback(v.nullable(v.number()), null),
  /** Id of the object on which a reply or comment is made, or id of the edited post. */
  on: text,
})

const kept = v.object({
  photos: v.fallback(v.array(v.string()), []),
  photosAt: text,
  upload: v.fallback(v.nullable(keptUpload), null),
  sent: v.fallback(v.nullable(keptSent), null),
})

/** Saved state of a video upload. */
export type SavedUpload = Readonly<v.InferOutput<typeof keptUpload>>
/** Saved search criteria of the visible request. */
export type SavedRequest = Readonly<v.InferOutput<typeof keptSent>>
/** State saved by an earlier attempt. */
export interface Kept {
  /** Ids of uploaded pictures, in the order of the post's media. */
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

/** Saves the state of uploads that are not visible yet. */
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

/** Builds the receipt data of the visible request: the prepared uploads and the search criteria, without the text. */
export function sentData(
  prepared: Pick<Kept, 'photos' | 'photosAt' | 'upload'>,
  sent: Pick<SavedRequest, 'way'> & {
    readonly text: string
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
      textHash: textMark(sent.text),
      title: sent.title === undefined ? null : textMark(sent.title),
      ...writtenNow(call),
      scheduledFor: sent.publishAt ? secondsOf(sent.publishAt) : null,
      on: sent.on ?? null,
    },
  }
}

/** Converts a date to Unix seconds, which is Facebook's time format. */
export function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}

/** State before any picture or video was uploaded. */
export const NOTHING_PREPARED: Pick<Kept, 'photos' | 'photosAt' | 'upload'> = {
  photos: [],
  photosAt: null,
  upload: null,
}
