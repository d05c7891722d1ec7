import { InvalidPostError, makePostResult, type PostResult, type PublishCall } from '@social/core/platform'
import { idPath } from '@social/meta-kit'

import { arePhotosPosted } from '../errors/index.js'
import { postUrl } from '../map/index.js'
import type { Settings } from '../options.js'
import { idReply, photoReply } from '../schemas.js'
import { uploadPictures } from '../upload/index.js'
import { type FacebookPost, refuseOutsideWindow } from './check.js'
import { type Kept, NOTHING_PREPARED, readSaved, secondsOf, sentData } from './receipt.js'

/**
 * Returns the schedule fields of a post. Without `published=false` Facebook ignores the scheduled time and publishes
 * the post immediately.
 */
export function timingFields(publishAt: Date | null): Readonly<Record<string, string | number>> {
  if (publishAt === null) return { published: 'true' }
  return {
    published: 'false',
    scheduled_publish_time: secondsOf(publishAt),
    unpublished_content_type: 'SCHEDULED',
  }
}

function toForm({ text, options, publishAt }: FacebookPost, photos: readonly string[]) {
  const { link, callToAction, place } = options
  const attached = photos.map((id, index) => [`attached_media[${index}]`, JSON.stringify({ media_fbid: id })])
  return {
    message: text === '' ? null : text,
    link,
    place,
    call_to_action:
      callToAction === undefined ? null : JSON.stringify({ type: callToAction, value: { link } }),
    ...Object.fromEntries(attached),
    ...timingFields(publishAt),
  }
}

async function publishPrepared(
  post: FacebookPost,
  prepared: Pick<Kept, 'photos' | 'photosAt' | 'upload'>,
  call: PublishCall,
): Promise<PostResult> {
  refuseOutsideWindow(post, call)
  const { text, publishAt } = post
  const sent = { way: 'FEED', text, publishAt } as const
  const { data, raw } = await call.http.request('POST', idPath(call.connection.accountId, 'feed'), idReply, {
    form: toForm(post, prepared.photos),
    finish: { data: sentData(prepared, sent, call) },
  })
  const { idempotencyKey } = call
  return toFeedResult(data.id, { isScheduled: publishAt !== null, idempotencyKey, raw })
}

/** Reads the id of a picture's post from the picture. Returns null for a picture without a post. */
async function readPostOf(photoId: string, call: PublishCall): Promise<PostResult | null> {
  const query = { fields: 'page_story_id' }
  const { data, raw } = await call.http.request('GET', idPath(photoId), photoReply, { query })
  const { idempotencyKey } = call
  return data.page_story_id == null
    ? null
    : toFeedResult(data.page_story_id, { isScheduled: false, idempotencyKey, raw })
}

/**
 * Publishes a post of text, a link or pictures. Uploads the pictures first, then creates the post with one request.
 */
export async function publishToFeed(
  post: FacebookPost,
  settings: Settings,
  call: PublishCall,
): Promise<PostResult> {
  const isScheduled = post.publishAt !== null
  const kept = readSaved(call.receipt)
  const prepared = await uploadPictures(post.media, { isScheduled, kept }, call)
  const [photo] = prepared.photos
  try {
    return await publishPrepared(post, prepared, call)
  } catch (error) {
    if (photo === undefined || !InvalidPostError.is(error)) throw error
    const found = arePhotosPosted(error) ? await readPostOf(photo, call) : null
    if (found !== null) return found
    if (kept.photos.length === 0 || arePhotosPosted(error)) throw error
    // Facebook may have deleted the pictures of an earlier attempt. Nothing was published, so the pictures are
    // uploaded again, at most once.
    const again = await uploadPictures(post.media, { isScheduled, kept: NOTHING_PREPARED }, call)
    return publishPrepared(post, again, call)
  }
}

/** Builds the result of a feed post. A scheduled post has no URL until Facebook publishes the post. */
export function toFeedResult(
  id: string,
  about: Pick<PostResult, 'idempotencyKey' | 'raw'> & { readonly isScheduled: boolean },
): PostResult {
  const { isScheduled, ...rest } = about
  return makePostResult({
    id,
    url: isScheduled ? null : postUrl(id),
    state: isScheduled ? 'SCHEDULED' : 'DONE',
    ...rest,
  })
}
