import type { LinkKind, TextLink } from '@social/core/platform'
import * as v from 'valibot'

/**
 * Schema of a facet: a link, mention or tag in a text. Offsets count UTF-8 bytes.
 * https://docs.bsky.app/docs/advanced-guides/post-richtext (read 2026-11-21)
 */
const facet = v.object({
  index: v.object({ byteStart: v.number(), byteEnd: v.number() }),
  features: v.array(
    v.object({
      $type: v.optional(v.string()),
      uri: v.optional(v.string()),
      did: v.optional(v.string()),
      tag: v.optional(v.string()),
    }),
  ),
})

type Feature = v.InferOutput<typeof facet>['features'][number]

interface Marked {
  readonly kind: LinkKind
  readonly target: string
  readonly url: string | null
}

function toMarked({ $type, uri, did, tag }: Feature): Marked | null {
  switch ($type) {
    case 'app.bsky.richtext.facet#link':
      return uri === undefined ? null : { kind: 'LINK', target: uri, url: uri }
    case 'app.bsky.richtext.facet#mention':
      return did === undefined
        ? null
        : { kind: 'MENTION', target: did, url: `https://bsky.app/profile/${did}` }
    case 'app.bsky.richtext.facet#tag':
      return tag === undefined
        ? null
        : { kind: 'TAG', target: tag, url: `https://bsky.app/hashtag/${encodeURIComponent(tag)}` }
    default:
      return null
  }
}

/** Returns the number of UTF-8 bytes of a character. A lone surrogate takes three bytes. */
function bytesOf(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint > 0xffff ? 4 : 3
}

/**
 * Returns a function that converts byte offsets to string indexes. Offsets inside of a character
 * give null. Reads the text once.
 */
function byteIndex(text: string): (bytes: number) => number | null {
  const indexes = new Map<number, number>()
  let [bytes, index] = [0, 0]
  for (const letter of text) {
    indexes.set(bytes, index)
    bytes += bytesOf(letter.codePointAt(0) ?? 0)
    index += letter.length
  }
  indexes.set(bytes, index)
  return (at) => indexes.get(at) ?? null
}

/**
 * Converts the facets of a post to text links with string indexes. Ignores facets with invalid
 * offsets, as other applications do.
 */
export function toTextLinks(text: string, facets: readonly unknown[]): readonly TextLink[] {
  if (facets.length === 0) return []
  const indexOf = byteIndex(text)
  const links: TextLink[] = []
  for (const one of facets) {
    const read = v.safeParse(facet, one)
    if (!read.success) continue
    const { index, features } = read.output
    const [start, end] = [indexOf(index.byteStart), indexOf(index.byteEnd)]
    const marked = features.map(toMarked).find((feature) => feature !== null)
    if (marked && start !== null && end !== null && start < end) links.push({ start, end, ...marked })
  }
  return links.toSorted((left, right) => left.start - right.start)
}
