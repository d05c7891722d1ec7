import { IMAGES_OF_AN_EMBED } from '../limits.js'
import type { ReadOptions } from '../options.js'
import type { BlobRef, Card } from '../schemas.js'
import type { Caption } from './captions.js'
import type { References } from './references.js'
import type { Facet } from './text/facets.js'

/** An uploaded file, with the data that a record needs. */
export interface Uploaded {
  readonly kind: 'IMAGE' | 'VIDEO'
  readonly blob: BlobRef
  readonly altText: string
  /** Width and height of the file; null when the size could not be read. */
  readonly aspectRatio: { readonly width: number; readonly height: number } | null
}

/** Parts from which a post's record is created. */
export interface RecordParts {
  readonly text: string
  readonly createdAt: string
  readonly facets: readonly Facet[]
  readonly references: References
  readonly files: readonly Uploaded[]
  readonly captions: readonly Caption[]
  readonly card: Card | null
  readonly options: ReadOptions
}

type Draft = Record<string, unknown>

const aspectRatio = (one: Uploaded) => one.aspectRatio && { aspectRatio: one.aspectRatio }

function toMedia({ files, captions, card }: RecordParts): Draft | null {
  const [first] = files
  if (card)
    return {
      $type: 'app.bsky.embed.external',
      external: { ...card, ...(first && { thumb: first.blob }) },
    }
  if (!first) return null
  if (first.kind === 'VIDEO')
    return {
      $type: 'app.bsky.embed.video',
      video: first.blob,
      ...(captions.length > 0 && { captions }),
      ...(first.altText !== '' && { alt: first.altText }),
      ...aspectRatio(first),
    }
  if (files.length > IMAGES_OF_AN_EMBED)
    return {
      $type: 'app.bsky.embed.gallery',
      items: files.map((one) => ({
        $type: 'app.bsky.embed.gallery#image',
        alt: one.altText,
        image: one.blob,
        ...aspectRatio(one),
      })),
    }
  return {
    $type: 'app.bsky.embed.images',
    images: files.map((one) => ({ alt: one.altText, image: one.blob, ...aspectRatio(one) })),
  }
}

function toEmbed(parts: RecordParts): Draft | null {
  const { quote } = parts.references
  const media = toMedia(parts)
  if (!quote) return media
  const record = { $type: 'app.bsky.embed.record', record: quote }
  return media ? { $type: 'app.bsky.embed.recordWithMedia', record, media } : record
}

/**
 * Creates the record of a post.
 * https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/feed/post.json (read
 * 2026-11-21)
 */
export function toRecord(parts: RecordParts): Readonly<Record<string, unknown>> {
  const { text, createdAt, facets, references, options } = parts
  const { langs, labels, tags } = options
  const embed = toEmbed(parts)
  return {
    $type: 'app.bsky.feed.post',
    text,
    createdAt,
    ...(langs !== undefined && { langs: typeof langs === 'string' ? [langs] : langs }),
    ...(facets.length > 0 && { facets }),
    ...(references.reply && { reply: references.reply }),
    ...(embed && { embed }),
    ...(labels && {
      labels: { $type: 'com.atproto.label.defs#selfLabels', values: labels.map((val) => ({ val })) },
    }),
    ...(tags && { tags }),
  }
}
