import { type BodySource, type Media, mediaBody, type Post, type RequestOptions } from '@social/core/platform'

import type { ReadOptions } from '../options.js'
import { base64Body } from '../upload/index.js'

/** A pin to be sent. */
export interface PinDraft {
  readonly post: Post<ReadOptions>
  readonly boardId: string
  /** Id of the uploaded video; null for images. */
  readonly mediaId: string | null
}

/**
 * Returns all fields of a pin except the media. Source: `PinCreate` in Pinterest's API
 * description.
 */
function toFields({ post, boardId }: PinDraft) {
  const { boardSectionId, title, link, altText, dominantColor } = post.options
  return {
    board_id: boardId,
    board_section_id: boardSectionId,
    title,
    description: post.text || undefined,
    link,
    alt_text: altText,
    dominant_color: dominantColor,
  }
}

/**
 * Builds the media source of a video. Pinterest requires a cover. The default is the frame at time
 * 0, which is the same in every time unit.
 */
function toVideoSource(mediaId: string, { coverImageUrl, coverImageKeyFrameTime }: ReadOptions) {
  const cover =
    coverImageUrl === undefined
      ? { cover_image_key_frame_time: coverImageKeyFrameTime ?? 0 }
      : { cover_image_url: coverImageUrl }
  return { source_type: 'video_id', media_id: mediaId, ...cover }
}

function toAddressSource(media: readonly Media[]) {
  const [first, ...others] = media.map(({ url }) => ({ url }))
  return others.length === 0
    ? { source_type: 'image_url', ...first }
    : { source_type: 'multiple_image_urls', items: [first, ...others] }
}

/** Builds the JSON of image files, in pieces. Each file is encoded as base64 while it is sent. */
async function toFileSource(
  media: readonly Media[],
  signal: AbortSignal,
): Promise<readonly (string | BodySource)[]> {
  const pieces: (string | BodySource)[] = []
  for (const one of media) {
    const type = `"content_type":${JSON.stringify(one.contentType)},"data":"`
    pieces.push(pieces.length === 0 ? type : `"},{${type}`, await mediaBody(one, { signal }))
  }
  return media.length === 1
    ? ['{"source_type":"image_base64",', ...pieces, '"}']
    : ['{"source_type":"multiple_image_base64","items":[{', ...pieces, '"}]}']
}

/** Builds the request body of a pin. */
export async function toPinBody(draft: PinDraft, signal: AbortSignal): Promise<RequestOptions> {
  const { post, mediaId } = draft
  const fields = toFields(draft)
  if (mediaId !== null) return { json: { ...fields, media_source: toVideoSource(mediaId, post.options) } }
  if (post.media.every(({ url }) => url !== null))
    return { json: { ...fields, media_source: toAddressSource(post.media) } }
  const start = `${JSON.stringify(fields).slice(0, -1)},"media_source":`
  const source = await toFileSource(post.media, signal)
  return { body: base64Body([start, ...source, '}']), contentType: 'application/json' }
}
