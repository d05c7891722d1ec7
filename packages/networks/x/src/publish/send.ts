import { type Finish, type Post, type PostResult, type PublishCall } from '@social/core/platform'

import { isDuplicate, refusesFiles } from '../errors/index.js'
import { findWebAddresses, POST_COST, POST_WITH_ADDRESS_COST } from '../limits/index.js'
import { toPostResult } from '../map/index.js'
import type { ReadOptions, Settings } from '../options.js'
import { postedReply } from '../schemas.js'
import { needScope } from '../sign-in.js'
import { keepPrepared, type Kept, prepareFiles, readKept, toData } from '../upload/index.js'
import { findPost, hashWords, type Sought, toSoughtData } from './look-up.js'
import { claim } from './owners.js'
import { toPostBody } from './post-body.js'

function toSought({ text, replyTo, options }: Post<ReadOptions>, { files }: Kept, since: Date): Sought {
  return {
    words: hashWords(text),
    mediaKeys: files.map(({ mediaKey }) => mediaKey),
    replyTo,
    quoted: options.quoteTweetId ?? null,
    hasPoll: options.poll !== undefined,
    since,
  }
}

/**
 * X has the same words already. That is this very post, if an attempt before this one arrived although X said that it
 * did not: then it is found among the newest, made since. Otherwise the refusal stands.
 */
async function resultOfEarlier(
  refusal: unknown,
  { sought, finish }: { readonly sought: Sought; readonly finish: Finish },
  settings: Settings,
  call: PublishCall,
): Promise<PostResult> {
  const found = await findPost(sought, settings, call)
  if (found === null) throw refusal
  const { id, raw } = found
  claim(id, call, settings)
  const { connection, idempotencyKey } = call
  return call.finish(finish, () => Promise.resolve(toPostResult(id, connection, { raw, idempotencyKey })))
}

/** Sends what was prepared: the visible request. */
async function postPrepared(
  post: Post<ReadOptions>,
  prepared: Kept,
  settings: Settings,
  call: PublishCall,
): Promise<PostResult> {
  const kept = { ...prepared, since: prepared.since ?? call.networkNow() }
  const sought = toSought(post, kept, kept.since)
  const finish = { data: { ...toData(kept), sought: toSoughtData(sought) } }
  const mediaIds = kept.files.map(({ id }) => id)
  try {
    const { data, raw } = await call.http.request('POST', '/tweets', postedReply, {
      json: toPostBody(post, mediaIds),
      cost: findWebAddresses(post.text).length > 0 ? POST_WITH_ADDRESS_COST : POST_COST,
      finish,
    })
    claim(data.data.id, call, settings)
    return toPostResult(data.data.id, call.connection, { raw, idempotencyKey: call.idempotencyKey })
  } catch (error) {
    if (!isDuplicate(error)) throw error
    return resultOfEarlier(error, { sought, finish }, settings, call)
  }
}

/**
 * Sends a post that was checked: uploads, waits, describes, posts. X has no key against a second one, so the visible
 * request is repeated only when it certainly did not arrive.
 */
export async function sendPost(
  post: Post<ReadOptions>,
  settings: Settings,
  call: PublishCall,
): Promise<PostResult> {
  needScope(call.connection, 'tweet.write')
  if (post.media.length > 0) needScope(call.connection, 'media.write')
  const kept = readKept(call.receipt)
  const prepared = await prepareFiles(post.media, { kept, settings }, call)
  try {
    return await postPrepared(post, prepared, settings, call)
  } catch (error) {
    if (!refusesFiles(error)) throw error
    // X has cleared a file that an earlier try left: the next upload is a fresh one.
    const nothing = { ...prepared, files: [], endsAt: null }
    await keepPrepared('PREPARE', nothing, call)
    if (kept.files.length === 0) throw error
    const fresh = await prepareFiles(post.media, { kept: nothing, settings }, call)
    return postPrepared(post, fresh, settings, call)
  }
}
