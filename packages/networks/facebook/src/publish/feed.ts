import { makePostResult, type PostResult, type PublishCall } from '@social/core/platform'
import { idPath } from '@social/meta-kit'

import { postUrl } from '../map/index.js'
import type { Settings } from '../options.js'
import { idReply } from '../schemas.js'
import { uploadPictures } from '../upload/index.js'
import { type FacebookPost, refuseOutsideWindow } from './check.js'
import { readKept, secondsOf, sentData } from './receipt.js'

/** When it comes out. Without `published=false` Facebook ignores the moment, and publishes at once. */
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

/** Words, a link, pictures: first the pictures, which nobody sees; then the one request that makes the post. */
export async function publishToFeed(
  post: FacebookPost,
  { owners }: Settings,
  call: PublishCall,
): Promise<PostResult> {
  const isScheduled = post.publishAt !== null
  const kept = readKept(call.receipt)
  const prepared = await uploadPictures(post.media, { isScheduled, kept }, call)
  refuseOutsideWindow(post, call)
  const sent = { way: 'FEED', words: post.text, publishAt: post.publishAt } as const
  const { data, raw } = await call.http.request('POST', idPath(call.connection.accountId, 'feed'), idReply, {
    form: toForm(post, prepared.photos),
    finish: { data: sentData(prepared, sent, call) },
  })
  owners.claim(data.id, call)
  return toFeedResult(data.id, { isScheduled, idempotencyKey: call.idempotencyKey, raw })
}

/** A post of the feed as the library tells of it. One that comes out later has no address yet. */
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
