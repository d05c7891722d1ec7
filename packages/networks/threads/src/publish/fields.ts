import type { Fields, Media, Post } from '@social/core/platform'

import type { ReadOptions } from '../options.js'
import type { PostKind } from './check.js'

function fileFields(media: Media, address: string): Fields {
  const file = media.kind === 'VIDEO' ? { video_url: address } : { image_url: address }
  return { media_type: media.kind, ...file, alt_text: media.altText }
}

/** Returns the form fields of one carousel item: its file and alt text. */
export function pieceFields(media: Media, address: string): Fields {
  return { ...fileFields(media, address), is_carousel_item: true }
}

const filled = (text: string): string | null => (text === '' ? null : text)
const listOf = (value: readonly unknown[] | undefined): string | null =>
  value === undefined ? null : JSON.stringify(value)

function pollOf({ poll }: ReadOptions): string | null {
  if (poll === undefined) return null
  const names = ['option_a', 'option_b', 'option_c', 'option_d']
  return JSON.stringify(Object.fromEntries(poll.options.map((answer, index) => [names[index] ?? '', answer])))
}

function spoilersOf({ spoilers }: ReadOptions): string | null {
  return listOf(
    spoilers?.map(({ start, end }) => ({ entity_type: 'SPOILER', offset: start, length: end - start })),
  )
}

/**
 * Returns the form fields that only the published container has: text, options and parent post.
 * https://developers.facebook.com/documentation/threads/posts (copy of 20 April 2026)
 */
function postFields({ text, options, replyTo }: Post<ReadOptions>): Fields {
  const { gifId } = options
  return {
    text: filled(text),
    reply_to_id: replyTo,
    reply_control: options.replyControl,
    topic_tag: options.topicTag,
    link_attachment: options.linkAttachment,
    quote_post_id: options.quotePostId,
    poll_attachment: pollOf(options),
    is_spoiler_media: options.isSpoilerMedia,
    text_entities: spoilersOf(options),
    gif_attachment: gifId === undefined ? null : JSON.stringify({ gif_id: gifId, provider: 'GIPHY' }),
    enable_reply_approvals: options.enableReplyApprovals,
    allowlisted_country_codes: options.allowlistedCountryCodes?.join(','),
    location_id: options.locationId,
  }
}

/** Returns all form fields of the container that is published. */
export function parentFields(
  post: Post<ReadOptions>,
  kind: PostKind,
  { pieces, address }: { readonly pieces: readonly string[]; readonly address: string | null },
): Fields {
  const common = postFields(post)
  const [first] = post.media
  if (kind === 'CAROUSEL') return { media_type: kind, children: pieces.join(','), ...common }
  return first === undefined || address === null
    ? { media_type: 'TEXT', ...common }
    : { ...fileFields(first, address), ...common }
}
