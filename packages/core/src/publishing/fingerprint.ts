import { hash } from 'node:crypto'

import type { Media } from '../models/index.js'
import { isMedia } from '../models/media.js'

/**
 * The values of a post that its fingerprint covers. Two posts with equal values count as the same
 * post.
 */
export interface FingerprintInput {
  readonly text?: string
  readonly replyTo?: string | null
  readonly publishAt?: Date | null
  readonly options?: object
  readonly media?: readonly Media[]
  /**
   * Further values that distinguish operations, for example the conversation of a message or the
   * update to reply to.
   */
  readonly extra?: unknown
}

/**
 * Number of bytes that are hashed at each end of a file: 64 KiB. Our choice. A change of this number changes
 * fingerprints, so it requires a new `VERSION`.
 */
const SAMPLE_BYTES = 65_536

/**
 * Version of the fingerprint rules, part of every fingerprint. Increase the version when the rules change, so that
 * old and new fingerprints always differ.
 */
const VERSION = 2

function sha256(data: string | Uint8Array): string {
  return hash('sha256', data)
}

/** Returns true if all options are undefined. */
function isEmpty(options: object): boolean {
  const values = options as Readonly<Record<string, unknown>> // safe cast: the values are only compared with undefined
  for (const name in values) if (values[name] !== undefined) return false
  return true
}

/** Returns the files inside options, for example the thumbnail of a link. Options nest only a few levels deep. */
function filesIn(value: unknown): readonly Media[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return []
  if (isMedia(value)) return [value]
  return Object.values(value).flatMap((item) => filesIn(item))
}

function plainEntries(value: object): [string, unknown][] {
  return Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, item]) => [name, canonical(item)])
}

/**
 * Converts a plain value to a canonical form. Equal values give the same JSON in any key order,
 * and different values give different JSON.
 */
function canonical(value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  if (typeof value === 'bigint') return { bigint: String(value) }
  if (typeof value === 'number' && !Number.isFinite(value)) return { number: String(value) }
  if (typeof value !== 'object') return value
  if (value instanceof Date) return { date: value.getTime() }
  if (value instanceof Uint8Array) return { bytes: value.length, sha256: sha256(value) }
  if (isMedia(value)) return { file: value.kind } // the content of the file is hashed with the files of the post
  if (Array.isArray(value)) return value.map((item) => canonical(item))
  return { object: Object.keys(value).length === 0 ? [] : plainEntries(value) }
}

/** Content of a post as hashes, so that the content itself need not be stored. */
export interface ContentPrint {
  /** Hexadecimal SHA-256 of the content: equal for equal posts, independent of where the files are stored. */
  readonly fingerprint: string
  /**
   * SHA-256 of the identity of the files (size, modification time, inode). After a change, earlier uploads may not
   * match the files. Null if there are no files.
   */
  readonly files: string | null
}

interface FilePrint {
  readonly content: readonly unknown[]
  readonly identity: string
}

async function printOf(media: Media): Promise<FilePrint> {
  const { kind, filename, altText, url } = media
  if (url !== null) return { content: [kind, altText, 'address', url], identity: '' }
  const file = await media.open()
  try {
    const sample = new Uint8Array(Math.min(SAMPLE_BYTES, file.size))
    const first = sha256(sample.subarray(0, await file.readInto(sample, 0)))
    const last = sha256(sample.subarray(0, await file.readInto(sample, file.size - sample.length)))
    const content = [kind, altText, 'file', filename, file.size, first, last]
    return { content, identity: file.identity ?? '' }
  } finally {
    await file.close()
  }
}

/**
 * Computes the fingerprint of a post. It detects an idempotency key that is reused for other content.
 *
 * It is the SHA-256 over text, replyTo, publishAt and options. For each file, also inside options, it includes kind, name, alt text, size and
 * the SHA-256 of its first and last 64 KiB, but not the path or the times. For a URL it includes only the URL.
 *
 * @param input - The post; `extra` holds values of other operations.
 * @returns The fingerprint and the identity of the files. The return value is not a promise if the post has no
 * files.
 * @throws InvalidPostError when a file is missing or unreadable.
 */
export function fingerprintPost(input: FingerprintInput): ContentPrint | Promise<ContentPrint> {
  const media = [...(input.media ?? []), ...filesIn(input.options)]
  return media.length === 0 ? { fingerprint: digest(input, []), files: null } : fingerprintFiles(input, media)
}

async function fingerprintFiles(input: FingerprintInput, media: readonly Media[]): Promise<ContentPrint> {
  const prints: FilePrint[] = []
  for (const item of media) prints.push(await printOf(item)) // Reads the files in turn, so that only one file is open at a time.
  const identities = prints.map(({ identity }) => identity)
  return {
    fingerprint: digest(
      input,
      prints.map(({ content }) => content),
    ),
    files: identities.some((identity) => identity !== '') ? sha256(identities.join('\n')) : null,
  }
}

function digest(input: FingerprintInput, files: readonly (readonly unknown[])[]): string {
  const { text = '', replyTo = null, publishAt = null, options = {}, extra = null } = input
  const moment = publishAt && publishAt.getTime()
  // The length separates the text from the following values. Most posts consist of text only.
  const prefix = `${VERSION} ${text.length} ${text}`
  const isPlain = replyTo === null && moment === null && files.length === 0 && extra === null
  if (isPlain && isEmpty(options)) return sha256(prefix)
  return sha256(prefix + JSON.stringify([replyTo, moment, canonical(options), files, canonical(extra)]))
}
