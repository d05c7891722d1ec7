import { type Attachment, makeAttachment, type RawData } from '@social/core/platform'
import * as v from 'valibot'

const text = v.nullish(v.string())
const size = v.nullish(v.object({ width: v.number(), height: v.number() }))
const picture = v.looseObject({ thumb: text, thumbnail: text, fullsize: text, alt: text, aspectRatio: size })

/** Schema of a post's embed. Other or unreadable embeds are ignored. */
const embed = v.variant('$type', [
  v.looseObject({ $type: v.literal('app.bsky.embed.images#view'), images: v.array(picture) }),
  v.looseObject({ $type: v.literal('app.bsky.embed.gallery#view'), items: v.array(picture) }),
  v.looseObject({
    $type: v.literal('app.bsky.embed.video#view'),
    playlist: text,
    thumbnail: text,
    alt: text,
    aspectRatio: size,
  }),
  v.looseObject({
    $type: v.literal('app.bsky.embed.external#view'),
    external: v.looseObject({ uri: v.string(), title: text, thumb: text }),
  }),
  v.looseObject({ $type: v.literal('app.bsky.embed.recordWithMedia#view'), media: v.unknown() }),
])

function toPicture(one: v.InferOutput<typeof picture>): Attachment {
  return makeAttachment({
    kind: 'image',
    url: one.fullsize ?? null,
    previewUrl: one.thumb ?? one.thumbnail ?? null,
    altText: one.alt || null,
    width: one.aspectRatio?.width ?? null,
    height: one.aspectRatio?.height ?? null,
    raw: one,
  })
}

/** Converts the embed of a post to attachments. A quoted post is not an attachment. */
export function toAttachments(view: unknown): readonly Attachment[] {
  const read = v.safeParse(embed, view)
  if (!read.success) return []
  const known = read.output
  const raw: RawData = known
  switch (known.$type) {
    case 'app.bsky.embed.images#view':
      return known.images.map(toPicture)
    case 'app.bsky.embed.gallery#view':
      return known.items.map(toPicture)
    case 'app.bsky.embed.video#view':
      return [
        makeAttachment({
          kind: 'video',
          url: known.playlist ?? null,
          previewUrl: known.thumbnail ?? null,
          altText: known.alt || null,
          width: known.aspectRatio?.width ?? null,
          height: known.aspectRatio?.height ?? null,
          raw,
        }),
      ]
    case 'app.bsky.embed.external#view':
      return [
        makeAttachment({
          kind: 'link',
          url: known.external.uri,
          previewUrl: known.external.thumb ?? null,
          altText: known.external.title || null,
          raw,
        }),
      ]
    default:
      return toAttachments(known.media)
  }
}
