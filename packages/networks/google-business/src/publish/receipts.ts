import { createHash } from 'node:crypto'

import { composeText, type JsonObject, type Receipt } from '@social/core/platform'
import * as v from 'valibot'

const moment = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
  v.date(),
)

/** Hash of a text. Equal for texts that differ only in line breaks and outer white space, which Google may change. */
export function hashText(text: string): string {
  return createHash('sha256').update(composeText(text).replaceAll('\r\n', '\n').trim()).digest('base64url')
}

/** Fields that identify a post. The text is not saved. */
const sentPost = v.object({ textHash: v.string(), sentAt: moment })
/** Output of `sentPost`. */
export type SentPost = v.InferOutput<typeof sentPost>

/** Receipt of a post, saved before sending. */
export function postData(text: string, sentAt: Date): JsonObject {
  return { textHash: hashText(text), sentAt: sentAt.toISOString() }
}

/** Null for a receipt of another kind. */
export function readSentPost({ data }: Receipt): SentPost | null {
  const read = v.safeParse(sentPost, data)
  return read.success ? read.output : null
}

/** Fields that identify an edited post: its new values. */
const sentEdit = v.object({ postId: v.string(), textHash: v.nullable(v.string()), sentAt: moment })

/** Receipt of an edit, saved before sending. */
export function editData(postId: string, text: string | null, sentAt: Date): JsonObject {
  return { postId, textHash: text === null ? null : hashText(text), sentAt: sentAt.toISOString() }
}

/** Null for a receipt of another kind. */
export function readSentEdit({ data }: Receipt): v.InferOutput<typeof sentEdit> | null {
  const read = v.safeParse(sentEdit, data)
  return read.success ? read.output : null
}
