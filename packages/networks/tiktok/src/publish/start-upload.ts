import { type Media, PlatformError, type Post, type PublishCall } from '@social/core/platform'

import { isUploadAddress } from '../addresses.js'
import { DRAFT_COST, POST_COST, UPLOAD_SECONDS } from '../limits.js'
import type { ReadOptions, Settings } from '../options.js'
import { initReply } from '../schemas.js'
import { cutIntoPieces, type SavedUpload } from '../upload/index.js'

/**
 * Builds `post_info` of a post to the profile. Both brand toggles are always sent, because
 * TikTok's documentation marks them as required.
 */
function toPostInfo({ text, options }: Post<ReadOptions>) {
  return {
    ...(text !== '' && { title: text }),
    privacy_level: options.privacyLevel ?? 'SELF_ONLY',
    disable_comment: options.disableComment,
    disable_duet: options.disableDuet,
    disable_stitch: options.disableStitch,
    video_cover_timestamp_ms: options.videoCoverTimestampMs,
    brand_content_toggle: options.brandContentToggle ?? false,
    brand_organic_toggle: options.brandOrganicToggle ?? false,
  }
}

/**
 * Starts the upload of a video, which is not visible yet, and returns TikTok's upload URL. Never
 * retried after a lost response, because TikTok counts each request.
 *
 * @throws PlatformError if the upload URL is not on a host of TikTok.
 */
export async function startUpload(
  post: Post<ReadOptions>,
  file: { readonly video: Media; readonly size: number },
  settings: Settings,
  call: PublishCall,
): Promise<SavedUpload> {
  const { sendTo } = post.options
  const pieces = cutIntoPieces(file.size, settings.chunkBytes)
  const source = {
    source: 'FILE_UPLOAD',
    video_size: pieces.size,
    chunk_size: pieces.pieceBytes,
    total_chunk_count: pieces.count,
  }
  const path = sendTo === 'profile' ? '/post/publish/video/init/' : '/post/publish/inbox/video/init/'
  const json = { ...(sendTo === 'profile' && { post_info: toPostInfo(post) }), source_info: source }
  const sentAt = call.clock.monotonic()
  const { data } = await call.http.post(path, initReply, {
    json,
    cost: sendTo === 'profile' ? POST_COST : DRAFT_COST,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    // A retry is unsafe even after a 503, because the request may have counted toward the daily
    // limit of drafts.
    retry: 'never',
  })
  const { publish_id: publishId, upload_url: uploadUrl } = data
  if (!isUploadAddress(uploadUrl, settings.addresses))
    throw new PlatformError(
      `tiktok returned an upload URL on an unknown host (${URL.parse(uploadUrl)?.host ?? 'none'}). Nothing was uploaded.`,
      { platform: 'tiktok' },
    )
  return {
    ...pieces,
    publishId,
    uploadUrl,
    // The hour of validity starts when the request is sent or later, so the earliest possible
    // expiry is used.
    endsAt: new Date(call.networkNow().getTime() + (UPLOAD_SECONDS - call.clock.monotonic() + sentAt) * 1000),
    piecesSent: 0,
    contentType: file.video.contentType,
    sendTo,
  }
}
