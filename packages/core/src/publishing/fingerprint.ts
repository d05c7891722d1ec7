import { hash } from 'node:crypto'

import type { Media } from '../models/index.js'

/** What makes two posts the same. */
export interface FingerprintInput {
  readonly text?: string
  readonly replyTo?: string | null
  readonly publishAt?: Date | null
  readonly options?: object
  readonly media?: readonly Media[]
  /** What else tells two operations apart: the conversation of a message, the update that is answered. */
  readonly extra?: unknown
}

/** Bytes that are hashed at either end of a file: 64 KiB. Ours, a part of the fingerprint: another number needs another `VERSION`. */
const SAMPLE_BYTES = 65_536

/** Written into every fingerprint: counts up when the rules change, so that old and new are never mixed up. */
const VERSION = 2

function sha256(data: string | Uint8Array): string {
  return hash('sha256', data)
}

/** An option that is undefined counts as left out. */
function isEmpty(options: object): boolean {
  const values = options as Readonly<Record<string, unknown>> // read by name only
  for (const name in values) if (values[name] !== undefined) return false
  return true
}

function plainEntries(value: object): [string, unknown][] {
  return Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, item]) => [name, canonical(item)])
}

/** The same plain value always gives the same JSON, whatever the order of its keys; unlike values never do. */
function canonical(value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  if (typeof value === 'bigint') return { bigint: String(value) }
  if (typeof value === 'number' && !Number.isFinite(value)) return { number: String(value) }
  if (typeof value !== 'object') return value
  if (value instanceof Date) return { date: value.getTime() }
  if (value instanceof Uint8Array) return { bytes: value.length, sha256: sha256(value) }
  if (Array.isArray(value)) return value.map((item) => canonical(item))
  return { object: Object.keys(value).length === 0 ? [] : plainEntries(value) }
}

/** What the publisher has to know of a post without keeping it. */
export interface ContentPrint {
  /** SHA-256 of what is published, in hexadecimal digits: the same for the same post, wherever its files lie. */
  readonly fingerprint: string
  /**
   * SHA-256 of the identity of its files (size, time of change, inode): another one means that what was uploaded before
   * may not go together with what is there now. Null where there are no files.
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
 * The fingerprint of what is to be published, by which an idempotency key that is used for something else is noticed:
 * SHA-256 over text, replyTo, publishAt and options, and per file kind, name, alt text, size and the SHA-256 of its
 * first and last 64 KiB. Never the path or the times of a file; of an address, only the address.
 *
 * @param input - The post; `extra` for what other operations send.
 * @returns The fingerprint, and the identity of the files; at once when there are no files to look into.
 * @throws InvalidPostError when a file is missing or unreadable.
 */
export function fingerprintPost(input: FingerprintInput): ContentPrint | Promise<ContentPrint> {
  const { media = [] } = input
  return media.length === 0 ? { fingerprint: digest(input, []), files: null } : fingerprintFiles(input, media)
}

async function fingerprintFiles(input: FingerprintInput, media: readonly Media[]): Promise<ContentPrint> {
  const prints: FilePrint[] = []
  for (const item of media) prints.push(await printOf(item)) // one open file at a time
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
  // The length keeps the text apart from what follows it. Most posts have nothing but their text.
  const words = `${VERSION} ${text.length} ${text}`
  const isPlain = replyTo === null && moment === null && files.length === 0 && extra === null
  if (isPlain && isEmpty(options)) return sha256(words)
  return sha256(words + JSON.stringify([replyTo, moment, canonical(options), files, canonical(extra)]))
}
