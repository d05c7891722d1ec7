import type { BlueskySettings } from '../settings.js'
import { blob, type Check, integer, list, object, openUnion, text } from './lexicon.js'

const moment = text({ format: 'datetime' })
const ref = object({ uri: text({ format: 'at-uri' }), cid: text({ format: 'CID string' }) })
const size = object({ width: integer({ min: 1 }), height: integer({ min: 1 }) })
const tag = text({ maxGraphemes: 64, maxBytes: 640 })
const quote = object({ record: ref })

const facet = object({
  index: object({ byteStart: integer({ min: 0 }), byteEnd: integer({ min: 0 }) }),
  features: list(
    openUnion({
      'app.bsky.richtext.facet#link': object({ uri: text({ format: 'uri' }) }),
      'app.bsky.richtext.facet#mention': object({ did: text({ format: 'DID' }) }),
      'app.bsky.richtext.facet#tag': object({ tag }),
    }),
  ),
})

/**
 * Schema of one caption file of a video.
 * https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/video.json (read
 * 2026-11-22)
 */
const caption = object({
  lang: text({ format: 'language' }),
  file: blob({ types: 'text/vtt', maxBytes: 20_000 }),
})

function embeds({ imageBytes, videoBytes }: BlueskySettings): Check {
  const image = blob({ types: 'image/*', maxBytes: imageBytes })
  const media = {
    'app.bsky.embed.images': object({
      images: list(object({ image, alt: text() }, { aspectRatio: size }), 4),
    }),
    'app.bsky.embed.gallery': object({
      items: list(
        openUnion({
          'app.bsky.embed.gallery#image': object({ image, alt: text(), aspectRatio: size }),
        }),
        20,
      ),
    }),
    'app.bsky.embed.video': object(
      { video: blob({ types: 'video/mp4', maxBytes: videoBytes }) },
      {
        captions: list(caption, 20),
        alt: text({ maxGraphemes: 1000, maxBytes: 10_000 }),
        aspectRatio: size,
      },
    ),
    'app.bsky.embed.external': object({
      external: object(
        { uri: text({ format: 'uri' }), title: text(), description: text() },
        { thumb: blob({ types: 'image/*', maxBytes: 1_000_000 }) },
      ),
    }),
  }
  return openUnion({
    ...media,
    'app.bsky.embed.record': quote,
    'app.bsky.embed.recordWithMedia': object({ record: quote, media: openUnion(media) }),
  })
}

const selfLabels = openUnion({
  'com.atproto.label.defs#selfLabels': object({ values: list(object({ val: text({ maxBytes: 128 }) }), 10) }),
})

const subject = object({ subject: ref, createdAt: moment }, { via: ref })

/**
 * Schema of thread gate records, which define who is allowed to reply to a post. `$type` selects
 * the kind of each rule.
 */
const threadgate = object(
  { post: text({ format: 'at-uri' }), createdAt: moment },
  {
    allow: list(
      openUnion({ 'app.bsky.feed.threadgate#listRule': object({ list: text({ format: 'at-uri' }) }) }),
      5,
    ),
    hiddenReplies: list(text({ format: 'at-uri' }), 300),
  },
)
const postgate = object(
  { createdAt: moment, post: text({ format: 'at-uri' }) },
  { detachedEmbeddingUris: list(text({ format: 'at-uri' }), 50), embeddingRules: list(openUnion({}), 5) },
)

/**
 * Returns the schemas of the record collections that the server validates.
 * https://github.com/bluesky-social/atproto/tree/main/lexicons/app/bsky (read 2026-11-22)
 */
export function recordSchemas(settings: BlueskySettings): Readonly<Record<string, Check>> {
  return {
    'app.bsky.feed.post': object(
      { text: text({ maxGraphemes: 300, maxBytes: 3000 }), createdAt: moment },
      {
        facets: list(facet),
        reply: object({ root: ref, parent: ref }),
        embed: embeds(settings),
        langs: list(text({ format: 'language' }), 3),
        labels: selfLabels,
        tags: list(tag, 8),
      },
    ),
    'app.bsky.feed.like': subject,
    'app.bsky.feed.repost': subject,
    'app.bsky.feed.threadgate': threadgate,
    'app.bsky.feed.postgate': postgate,
    'app.bsky.graph.follow': object({ subject: text({ format: 'DID' }), createdAt: moment }),
    'app.bsky.graph.block': object({ subject: text({ format: 'DID' }), createdAt: moment }),
  }
}
