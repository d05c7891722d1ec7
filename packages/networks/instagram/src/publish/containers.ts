import {
  type Call,
  type Fields,
  type Media,
  networkText,
  PlatformError,
  type Post,
  quoteNetwork,
  type SocialBaseError,
} from '@social/core/platform'
import {
  type ContainerFailure,
  type ContainerPlan,
  type ContainerRules,
  type ContainerStatus,
  idPath,
  refusalOf,
  unusableFile,
} from '@social/meta-kit'

import { CONTAINER_GONE } from '../errors/index.js'
import { TEXTS } from '../messages.js'
import type { ReadOptions, Settings } from '../options.js'
import { containerReply, idReply } from '../schemas.js'
import type { PostKind } from './check.js'

/**
 * Timeout in seconds of one request for a container's status. A slow request must not use up the
 * time for publishing. Our choice.
 */
const STATUS_TIMEOUT_SECONDS = 10
/**
 * Subcodes of a temporary failure. A new container for the same file may succeed.
 * https://github.com/gitroomhq/postiz-app/pull/1992 (2026-08-30)
 */
const TEMPORARY: ReadonlySet<number> = new Set([2_207_001, 2_207_003, 2_207_032, 2_207_053, 2_207_082])
/** Subcodes of a video that Instagram cannot process. Source: the page named at `TEMPORARY`. */
const WRONG_VIDEO: ReadonlySet<number> = new Set([2_207_026, 2_207_085])
const SUBCODE = /\b(22\d{5})\b/

/**
 * Reads the status of a container with one request. The response for a failed container may have a
 * message but no status code.
 */
export async function readStatus(
  containerId: string,
  { http }: Pick<Call, 'http'>,
): Promise<ContainerStatus> {
  const query = { fields: 'status_code,status' }
  const options = { query, timeoutSeconds: STATUS_TIMEOUT_SECONDS }
  const { status_code: word, status } = await http.get(idPath(containerId), containerReply, options)
  const text = networkText(status)
  // Without a status code, a message that starts with "Error" means failure.
  // https://github.com/trypostit/trypost/pull/351 (2026-09-11)
  return { word: word ?? (text.startsWith('Error') ? 'ERROR' : null), message: text }
}

/** Classifies the failure of a container by the subcode in Instagram's message. */
export function readFailure(text: string): ContainerFailure {
  const subcode = Number(SUBCODE.exec(text)?.[1])
  if (!TEMPORARY.has(subcode)) {
    return {
      isTemporary: false,
      error: WRONG_VIDEO.has(subcode)
        ? unusableFile('instagram', text, {
            remedy: 'Use MP4 or MOV with H.264 or HEVC, 3 seconds to 15 minutes, at most 300 MB.',
            userText: TEXTS.VIDEO_TYPE,
          })
        : unusableFile('instagram', text),
    }
  }
  const message = `${quoteNetwork('instagram could not process the file this time', text)} Nothing was published. Post again with the same idempotency key in a minute.`
  return {
    isTemporary: true,
    error: new PlatformError(message, {
      platform: 'instagram',
      isOutage: true,
      reason: 'MEDIA_NOT_FETCHED',
    }),
  }
}

/** Returns true when Instagram refuses a container because it expired or never existed. */
export function isLost(error: unknown): error is SocialBaseError {
  const { code = null, subcode = null } = refusalOf(error) ?? {}
  return CONTAINER_GONE.includes(subcode ?? 0) || (code === 100 && subcode === 33)
}

/** Returns Instagram's rules for containers, with the configured waiting times. */
export function rulesOf({ checkEverySeconds, waitUpToSeconds }: Settings): ContainerRules {
  return {
    platform: 'instagram',
    checkEverySeconds,
    waitUpToSeconds,
    readStatus,
    readFailure,
    isLost,
    async make(form, { http, connection }) {
      const path = idPath(connection.accountId, 'media')
      const { id } = await http.post(path, idReply, { form, retry: 'always' })
      return id
    },
  }
}

const fileFields = ({ kind }: Media, address: string): Fields =>
  kind === 'VIDEO' ? { video_url: address } : { image_url: address }

const altTextOf = ({ kind, altText }: Media): string | null => (kind === 'VIDEO' ? null : altText)
const listOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))
type UserTag = NonNullable<ReadOptions['userTags']>[number]

/** Returns `user_tags` of one file. The index of the file is not a field of Instagram. */
const tagList = (tags: readonly UserTag[]): string =>
  JSON.stringify(tags.map(({ username, x, y }) => ({ username, x, y })))

const captionOf = (text: string): string | null => (text === '' ? null : text)

/**
 * Returns the form fields of one carousel item. An item has no caption, and a video in a carousel
 * is not a reel.
 */
function pieceFields(media: Media, address: string, tags: readonly UserTag[]): Fields {
  return {
    ...fileFields(media, address),
    ...(media.kind === 'VIDEO' && { media_type: 'VIDEO' }),
    is_carousel_item: true,
    alt_text: altTextOf(media),
    user_tags: tags.length === 0 ? null : tagList(tags),
  }
}

/** Returns the form fields that all posts except stories have. */
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
  const file = {
    ...fileFields(media, address),
    user_tags: options.userTags === undefined ? null : tagList(options.userTags),
  }
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

/**
 * Plans the containers of a post. A carousel needs one container for each file and a parent
 * container. Any other post needs one container.
 */
export function planOf(post: Post<ReadOptions>, kind: PostKind): ContainerPlan {
  const { media } = post
  return {
    media,
    isCarousel: kind === 'CAROUSEL',
    pieceFields: (file, address, index) =>
      pieceFields(
        file,
        address,
        (post.options.userTags ?? []).filter(({ mediaIndex }) => mediaIndex === index),
      ),
    parentFields({ pieces, address }) {
      const [first] = media
      if (first === undefined || address === null)
        return { media_type: 'CAROUSEL', children: pieces.join(','), ...commonFields(post) }
      return singleFields(post, { kind, media: first, address })
    },
  }
}
