import { createHash } from 'node:crypto'

import type { JsonObject, Receipt } from '@social/core/platform'
import * as v from 'valibot'

import { toMomentOrNull } from '../map.js'

const id = v.fallback(v.nullable(v.string()), null)

const keptData = v.object({ mediaId: v.string(), uploadedAt: v.string() })

const sentData = v.object({
  boardId: v.string(),
  sectionId: id,
  /** `media_type` of the pin; null where several would do. */
  kind: v.string(),
  print: id,
})

/** What a pin says about itself. */
export interface PinText {
  readonly title: string | null | undefined
  readonly description: string | null | undefined
  readonly link: string | null | undefined
  readonly altText: string | null | undefined
}

/** A pin on its way out, as far as it can be found again. */
export type SentPin = v.InferOutput<typeof sentData>

const editedData = v.object({ pinId: v.string(), prints: v.record(v.string(), v.string()) })

/** A change on its way out, as far as it can be seen to have arrived: a hash of each field that it names. */
export type SentEdit = v.InferOutput<typeof editedData>

/** Words on one line: who stores a text may change the white space in it. */
function onOneLine(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim()
}

/**
 * A hash of what a pin says, so that it can be recognised by a receipt that has no words in it.
 *
 * @returns Null for a pin that says nothing: nothing tells it from any other.
 */
export function printOf({ title, description, link, altText }: PinText): string | null {
  const said = onOneLine(link)
  const address = URL.parse(said)?.href ?? said
  const words = [onOneLine(title), onOneLine(description), address, onOneLine(altText)]
  if (words.every((one) => one === '')) return null
  return createHash('sha256').update(JSON.stringify(words)).digest('hex')
}

/** A video that is at Pinterest. */
export interface UploadedVideo {
  readonly mediaId: string
  readonly uploadedAt: Date
}

/** The video that an earlier attempt uploaded; null where there is none. */
export function readUploaded(receipt: Receipt | null): UploadedVideo | null {
  const read = v.safeParse(keptData, receipt?.data)
  if (!read.success) return null
  const { mediaId, uploadedAt } = read.output
  return { mediaId, uploadedAt: toMomentOrNull(uploadedAt) ?? new Date(0) }
}

/** What a receipt keeps of an uploaded video. */
export function uploadedData(uploaded: UploadedVideo | null): JsonObject {
  return uploaded === null ? {} : { ...uploaded, uploadedAt: uploaded.uploadedAt.toISOString() }
}

/** What a receipt keeps of a pin that is sent: where to look for it, and how to know it. */
export function sentPinData(sent: SentPin, uploaded: UploadedVideo | null): JsonObject {
  return { ...sent, ...uploadedData(uploaded) }
}

/** The pin that an earlier attempt sent; null when the receipt is none of this kind. */
export function readSentPin(receipt: Receipt): SentPin | null {
  const read = v.safeParse(sentData, receipt.data)
  return read.success ? read.output : null
}

/** A hash of one field of a pin; that of no words is one too. */
export function printOfField(value: string | null | undefined): string {
  return createHash('sha256').update(onOneLine(value)).digest('hex')
}

/** The change that an earlier attempt sent; null when the receipt is none of this kind. */
export function readSentEdit(receipt: Receipt): SentEdit | null {
  const read = v.safeParse(editedData, receipt.data)
  return read.success ? read.output : null
}
