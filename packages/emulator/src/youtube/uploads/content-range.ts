import { Refusal } from '../wire/refusals.js'

/** Byte range of an upload request. `first` and `last` are null for a status query. */
export interface ContentRange {
  readonly first: number | null
  /** Position of the last byte, inclusive. Null if the request does not state the position. */
  readonly last: number | null
  /** Size of the whole video in bytes. Null if the client does not know the size. */
  readonly total: number | null
}

/** Number of bytes by which the stored part of a video grows, except at its end. */
export const STEP_BYTES = 262_144

/** Returns a 400 error for a request that violates the upload protocol. */
export const badRequest = (message: string): Refusal =>
  new Refusal(400, 'badRequest', message, { domain: 'global' })

const numberOf = (digits: string | undefined): number | null => (digits === undefined ? null : Number(digits))

/** Reads the `Content-Range` header. Without this header, the request contains the whole file. */
export function readContentRange(header: string | null, length: number | null): ContentRange {
  if (header === null) return { first: 0, last: length === null ? null : length - 1, total: length }
  const [, first, last, total = '*'] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(header) ?? []
  if (!/^bytes (\d+-\d+|\*)\/(\d+|\*)$/.test(header))
    throw badRequest(`Invalid request. The Content-Range header is invalid: ${header}`)
  const range = { first: numberOf(first), last: numberOf(last), total: total === '*' ? null : Number(total) }
  const { first: from, last: to, total: whole } = range
  if (from !== null && to !== null && (to < from || (whole !== null && to >= whole)))
    throw badRequest(`Invalid request. The Content-Range header is invalid: ${header}`)
  return range
}

/**
 * Checks the total size, start and length of a piece.
 * @throws Refusal if the piece violates the upload protocol.
 */
export function checkPiece(
  { first, last, total }: ContentRange,
  { received, totalBytes }: { readonly received: number; readonly totalBytes: number | null },
): void {
  if (totalBytes !== null && total !== null && totalBytes !== total)
    throw badRequest(
      `Invalid request. The size of the upload was said to be ${totalBytes} byte(s), and the Content-Range header says ${total}.`,
    )
  if (first === null) return
  if (first > received)
    throw badRequest(
      `Invalid request. According to the Content-Range header, the upload offset is ${first} byte(s), which exceeds already uploaded size of ${received} byte(s).`,
    )
  const length = last === null ? null : last - first + 1
  const isFinal = last === null || last + 1 === (total ?? totalBytes)
  if (!isFinal && length !== null && length % STEP_BYTES !== 0)
    throw badRequest(
      `Invalid request. The number of bytes uploaded is required to be equal or greater than ${STEP_BYTES}, except for the final request (it's recommended to be the exact multiple of ${STEP_BYTES}). The received request contained ${length} bytes, which does not meet this requirement.`,
    )
}
