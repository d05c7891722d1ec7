import { createHash } from 'node:crypto'

import { composeText, type JsonObject, type Receipt } from '@social/core/platform'
import * as v from 'valibot'

const moment = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
  v.date(),
)

/** The same for texts that differ only in what Google may change: line breaks, and white space at the ends. */
export function hashText(text: string): string {
  return createHash('sha256').update(composeText(text).replaceAll('\r\n', '\n').trim()).digest('base64url')
}

/** Fields that identify a post. The text is not saved. */
const sentPost = v.object({ words: v.string(), sentAt: moment })
/** What `sentPost` reads. */
export type SentPost = v.InferOutput<typeof sentPost>

/** Receipt of a post, saved before sending. */
export function postData(text: string, sentAt: Date): JsonObject {
  return { words: hashText(text), sentAt: sentAt.toISOString() }
}

/** Null for a receipt of another kind. */
export function readSentPost({ data }: Receipt): SentPost | null {
  const read = v.safeParse(sentPost, data)
  return read.success ? read.output : null
}

/** What a changed post can be told by: what it was changed to. */
const sentEdit = v.object({ postId: v.string(), words: v.nullable(v.string()), sentAt: moment })

/** Receipt of a change, saved before sending. */
export function editData(postId: string, text: string | null, sentAt: Date): JsonObject {
  return { postId, words: text === null ? null : hashText(text), sentAt: sentAt.toISOString() }
}

/** Null for a receipt of another kind. */
export function readSentEdit({ data }: Receipt): v.InferOutput<typeof sentEdit> | null {
  const read = v.safeParse(sentEdit, data)
  return read.success ? read.output : null
}
