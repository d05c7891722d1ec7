import { createHash } from 'node:crypto'

import type { JsonObject, Receipt } from '@social/core/platform'
import * as v from 'valibot'

import { toMomentOrNull } from '../map.js'

const id = v.fallback(v.nullable(v.string()), null)

const keptData = v.object({ mediaId: v.string(), uploadedAt: v.string() })

const sentData = v.object({
  boardId: v.string(),
  sectionId: id,
  /** `media_type` of the pin. */
  kind: v.string(),
  print: id,
})

/** Text fields of a pin. */
export interface PinText {
  readonly title: string | null | undefined
  readonly description: string | null | undefined
  readonly link: string | null | undefined
  readonly altText: string | null | undefined
}

/** Properties by which a sent pin is found. */
export type SentPin = v.InferOutput<typeof sentData>

const editedData = v.object({ pinId: v.string(), prints: v.record(v.string(), v.string()) })

/** A sent change: a hash of each changed field, for comparison. */
export type SentEdit = v.InferOutput<typeof editedData>

/** Normalizes the white space of a text, because networks can change white space. */
function onOneLine(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim()
}

/**
 * Hash of a pin's text fields. It identifies a pin without its text in the receipt.
 *
 * @returns Null for a pin without text, which cannot be identified.
 */
export function printOf({ title, description, link, altText }: PinText): string | null {
  const url = onOneLine(link)
  const address = URL.parse(url)?.href ?? url
  const fields = [onOneLine(title), onOneLine(description), address, onOneLine(altText)]
  if (fields.every((one) => one === '')) return null
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}

/** An uploaded video. */
export interface UploadedVideo {
  readonly mediaId: string
  readonly uploadedAt: Date
}

/** Reads the video that an earlier attempt uploaded. Null when the receipt contains no video. */
export function readUploaded(receipt: Receipt | null): UploadedVideo | null {
  const read = v.safeParse(keptData, receipt?.data)
  if (!read.success) return null
  const { mediaId, uploadedAt } = read.output
  return { mediaId, uploadedAt: toMomentOrNull(uploadedAt) ?? new Date(0) }
}

/** Builds the receipt data of an uploaded video. */
export function uploadedData(uploaded: UploadedVideo | null): JsonObject {
  return uploaded === null ? {} : { ...uploaded, uploadedAt: uploaded.uploadedAt.toISOString() }
}

/**
 * Builds the receipt data of a sent pin: the board to search, and the properties that identify the
 * pin.
 */
export function sentPinData(sent: SentPin, uploaded: UploadedVideo | null): JsonObject {
  return { ...sent, ...uploadedData(uploaded) }
}

/** Reads the pin that an earlier attempt sent. Null for a receipt of another kind. */
export function readSentPin(receipt: Receipt): SentPin | null {
  const read = v.safeParse(sentData, receipt.data)
  return read.success ? read.output : null
}

/** Returns the hash of one field of a pin. An empty field has a hash too. */
export function printOfField(value: string | null | undefined): string {
  return createHash('sha256').update(onOneLine(value)).digest('hex')
}

/** Reads the change that an earlier attempt sent. Null for a receipt of another kind. */
export function readSentEdit(receipt: Receipt): SentEdit | null {
  const read = v.safeParse(editedData, receipt.data)
  return read.success ? read.output : null
}
