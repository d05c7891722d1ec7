import type { Call, Post, PostResult, PublishCall } from '@social/core/platform'

import { refusesFiles } from '../errors/index.js'
import { postCost, roomFor } from '../limits/index.js'
import { toPostResult } from '../map/index.js'
import type { ReadOptions, Settings } from '../options.js'
import { postedReply } from '../schemas.js'
import { assertScope } from '../sign-in.js'
import { keepPrepared, type Kept, prepareFiles, readSaved, toData } from '../upload/index.js'
import { hashText, type Sought, toSoughtData } from './find-post.js'
import { toPostBody } from './post-body.js'

function toSought({ text, replyTo, options }: Post<ReadOptions>, { files }: Kept, since: Date): Sought {
  return {
    textHash: hashText(text),
    mediaKeys: files.map(({ mediaKey }) => mediaKey),
    replyTo,
    quoted: options.quoteTweetId ?? null,
    hasPoll: options.poll !== undefined,
    since,
  }
}

/**
 * Sends the request that publishes the post. The request is never sent again, because X has no
 * idempotency keys and would publish the post twice.
 */
async function postPrepared(
  post: Post<ReadOptions>,
  kept: Kept,
  settings: Settings,
  call: PublishCall,
): Promise<PostResult> {
  const sought = toSought(post, kept, call.networkNow())
  const { data, raw } = await call.http.request('POST', '/tweets', postedReply, {
    json: toPostBody(
      post,
      kept.files.map(({ id }) => id),
    ),
    cost: postCost(post.text),
    finish: { data: { ...toData(kept), sought: toSoughtData(sought) } },
  })
  return toPostResult(data.data.id, call.connection, { raw, idempotencyKey: call.idempotencyKey })
}

/**
 * Checks that the connection has the scopes for a post.
 *
 * @throws MissingPermissionError for a missing scope.
 */
export function checkScopes({ media }: Pick<Post, 'media'>, { connection }: Pick<Call, 'connection'>): void {
  assertScope(connection, 'tweet.write')
  if (media.length > 0) assertScope(connection, 'media.write')
}

/**
 * Publishes a checked post: uploads files, waits for X, adds alt texts and sends the post. The
 * last request is sent again only if X definitely did not process the request.
 */
export async function sendPost(
  post: Post<ReadOptions>,
  settings: Settings,
  call: PublishCall,
): Promise<PostResult> {
  checkScopes(post, call)
  const kept = readSaved(call.receipt)
  const room = roomFor(post)
  const prepared = await prepareFiles(post.media, { kept, settings, room }, call)
  try {
    return await postPrepared(post, prepared, settings, call)
  } catch (error) {
    if (!refusesFiles(error)) throw error
    // X has deleted a file of an earlier attempt, so all files are uploaded again.
    const nothing = { files: [], endsAt: null }
    await keepPrepared('PREPARE', nothing, call)
    if (kept.files.length === 0) throw error
    const fresh = await prepareFiles(post.media, { kept: nothing, settings, room }, call)
    return postPrepared(post, fresh, settings, call)
  }
}
