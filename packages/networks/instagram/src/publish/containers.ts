import { type Call, type Fields, type Media, networkWords, type Post } from '@social/core/platform'
import { type ContainerPlan, type ContainerRules, type ContainerStatus, idPath } from '@social/meta-kit'

import type { ReadOptions, Settings } from '../options.js'
import { containerReply, idReply } from '../schemas.js'
import type { PostKind } from './check.js'

/** Asks a container how it is getting on; one request. */
export async function readStatus(
  containerId: string,
  { http }: Pick<Call, 'http'>,
): Promise<ContainerStatus> {
  const query = { fields: 'status_code,status' }
  const { status_code: word, status } = await http.get(idPath(containerId), containerReply, { query })
  return { word, words: networkWords(status) }
}

/** How Instagram makes containers. */
export function rulesOf({ checkEverySeconds, waitUpToSeconds }: Settings): ContainerRules {
  return {
    platform: 'instagram',
    checkEverySeconds,
    waitUpToSeconds,
    readStatus,
    async make(form, { http, connection }) {
      const { id } = await http.post(idPath(connection.accountId, 'media'), idReply, { form })
      return id
    },
  }
}

const fileFields = ({ kind }: Media, address: string): Fields =>
  kind === 'VIDEO' ? { video_url: address } : { image_url: address }

const altTextOf = ({ kind, altText }: Media): string | null => (kind === 'VIDEO' ? null : altText)
const listOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))
const captionOf = (text: string): string | null => (text === '' ? null : text)

/** One piece of a carousel: no caption, and a video is no reel there. */
function pieceFields(media: Media, address: string): Fields {
  return {
    ...fileFields(media, address),
    ...(media.kind === 'VIDEO' && { media_type: 'VIDEO' }),
    is_carousel_item: true,
    alt_text: altTextOf(media),
  }
}

/** What every post but a story may say of itself. */
function commonFields({ text, options }: Post<ReadOptions>): Fields {
  const { collaborators, locationId, isAiGenerated } = options
  return {
    caption: captionOf(text),
    collaborators: listOf(collaborators),
    location_id: locationId,
    is_ai_generated: isAiGenerated,
  }
}

function singleFields(
  post: Post<ReadOptions>,
  { kind, media, address }: { readonly kind: PostKind; readonly media: Media; readonly address: string },
): Fields {
  const { options } = post
  const file = { ...fileFields(media, address), user_tags: listOf(options.userTags) }
  if (kind === 'STORY') return { ...file, media_type: 'STORIES', is_ai_generated: options.isAiGenerated }
  if (kind === 'PICTURE') return { ...file, ...commonFields(post), alt_text: altTextOf(media) }
  return {
    ...file,
    ...commonFields(post),
    media_type: 'REELS',
    share_to_feed: options.shareToFeed,
    cover_url: options.coverUrl,
    thumb_offset: options.thumbOffsetMs,
    audio_name: options.audioName,
    trial_params: options.trial === undefined ? null : JSON.stringify({ graduation_strategy: options.trial }),
  }
}

/** What the containers of a post are made from. */
export function planOf(post: Post<ReadOptions>, kind: PostKind): ContainerPlan {
  const { media } = post
  return {
    media,
    isCarousel: kind === 'CAROUSEL',
    pieceFields,
    parentFields({ pieces, address }) {
      const [first] = media
      if (first === undefined || address === null)
        return { media_type: 'CAROUSEL', children: pieces.join(','), ...commonFields(post) }
      return singleFields(post, { kind, media: first, address })
    },
  }
}
