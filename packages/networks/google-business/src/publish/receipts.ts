import { createHash } from 'node:crypto'

import { composeText, type JsonObject, type Receipt } from '@social/core/platform'
import * as v from 'valibot'

const moment = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
  v.date(),
)

/**
 * Returns the hash of a text. Line breaks and outer white space do not change the hash, because Google may change
 * both.
 */
export function hashText(text: string): string {
  return createHash('sha256').update(composeText(text).replaceAll('\r\n', '\n').trim()).digest('base64url')
}

/** Saved fields that identify a post. The text itself is not saved. */
const sentPost = v.object({ textHash: v.string(), sentAt: moment })
/** Output of `sentPost`. */
export type SentPost = v.InferOutput<typeof sentPost>

/** Builds the receipt of a post before the post is sent. */
export function postData(text: string, sentAt: Date): JsonObject {
  return { textHash: hashText(text), sentAt: sentAt.toISOString() }
}

/** Reads the saved fields of a post. Returns null for a receipt of another kind. */
export function readSentPost({ data }: Receipt): SentPost | null {
  const read = v.safeParse(sentPost, data)
  return read.success ? read.output : null
}

/** Saved fields that identify an edit: the id of the post and the hash of the new text. */
const sentEdit = v.object({ postId: v.string(), textHash: v.nullable(v.string()), sentAt: moment })

/** Builds the receipt of an edit before the edit is sent. */
export function editData(postId: string, text: string | null, sentAt: Date): JsonObject {
  return { postId, textHash: text === null ? null : hashText(text), sentAt: sentAt.toISOString() }
}

/** Reads the saved fields of an edit. Returns null for a receipt of another kind. */
export function readSentEdit({ data }: Receipt): v.InferOutput<typeof sentEdit> | null {
  const read = v.safeParse(sentEdit, data)
  return read.success ? read.output : null
}
