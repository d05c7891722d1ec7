import {
  AuthError,
  type Call,
  type Finish,
  NetworkError,
  PlatformError,
  type Post,
  type PostResult,
  type PublishCall,
  RateLimitError,
  SocialBaseError,
} from '@social/core/platform'

import { isDuplicate, refusesFiles } from '../errors/index.js'
import { findWebAddresses, POST_COST, POST_WITH_ADDRESS_COST } from '../limits/index.js'
import { toPostResult } from '../map/index.js'
import type { ReadOptions, Settings } from '../options.js'
import { postedReply } from '../schemas.js'
import { needScope } from '../sign-in.js'
import { keepPrepared, type Kept, prepareFiles, readKept, toData } from '../upload/index.js'
import { findPost, hashWords, type Sought, toSoughtData } from './find-post.js'
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

/** One visible request, and how it is told from others. */
interface Attempt {
  readonly sought: Sought
  readonly finish: Finish
  readonly settings: Settings
}

/** The post that was sent, if it is among the newest. */
async function findEarlier({ sought, settings }: Attempt, call: PublishCall): Promise<PostResult | null> {
  const receipt = call.receipt ?? { madeAt: call.clock.now() }
  const found = await findPost(sought, receipt, settings, call)
  if (found === null) return null
  const { connection, idempotencyKey } = call
  return toPostResult(found.id, connection, { raw: found.raw, idempotencyKey })
}

/** What goes wrong while looking says nothing about the post: it must not look like a refusal of it. */
function notLookedUp(error: unknown, call: PublishCall): unknown {
  call.signal.throwIfAborted()
  if (!SocialBaseError.is(error) || RateLimitError.is(error) || AuthError.is(error)) return error
  return new NetworkError(
    `x cannot be asked whether an earlier try has arrived: ${error.message} Post again with the same idempotency key.`,
    { platform: 'x', delivery: 'NOT_SENT', cause: error },
  )
}

/**
 * X has the same words already, and an attempt before this one was answered 503: then it may have arrived all the same.
 * Found among the newest, it is the result. Otherwise nobody can say, and it is looked for like a lost post.
 */
async function resultOfEarlier(refusal: unknown, attempt: Attempt, call: PublishCall): Promise<PostResult> {
  const result = await findEarlier(attempt, call).catch((error: unknown) => {
    call.signal.throwIfAborted()
    if (!SocialBaseError.is(error)) throw error
    return null
  })
  return call.finish(attempt.finish, () => {
    if (result !== null) return Promise.resolve(result)
    throw new NetworkError('x has the words of this post already, and does not show the post yet.', {
      platform: 'x',
      delivery: 'UNKNOWN',
      cause: refusal,
    })
  })
}

/** True for an answer that X should give to what it has not looked at, and may give to what it has. */
function isDoubtful(error: unknown): boolean {
  const cause = RateLimitError.is(error) ? error.cause : error
  return PlatformError.is(cause) && cause.statusCode === 503
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
  const body = toPostBody(
    post,
    kept.files.map(({ id }) => id),
  )
  const bytes = Buffer.byteLength(JSON.stringify(body))
  let handedOver = 0
  const attempt = { sought, finish, settings }
  // An earlier try was answered 503: looked for first, it is sent again only when it is not there.
  const looking = prepared.since === null ? null : findEarlier(attempt, call)
  const earlier = await looking?.catch((error: unknown) => {
    throw notLookedUp(error, call)
  })
  if (earlier) return call.finish(finish, () => Promise.resolve(earlier))
  try {
    const { data, raw } = await call.http.request('POST', '/tweets', postedReply, {
      json: body,
      cost: findWebAddresses(post.text).length > 0 ? POST_WITH_ADDRESS_COST : POST_COST,
      onSent: (sentBytes) => {
        handedOver += sentBytes
      },
      finish,
    })
    settings.owners.claim(data.data.id, call)
    return toPostResult(data.data.id, call.connection, { raw, idempotencyKey: call.idempotencyKey })
  } catch (error) {
    // Whoever tries again has to know that there was a try.
    if (isDoubtful(error)) await keepPrepared('PREPARE', kept, call)
    const wasTried = prepared.since !== null || handedOver > bytes
    if (!isDuplicate(error) || !wasTried) throw error
    return resultOfEarlier(error, attempt, call)
  }
}

/** @throws MissingPermissionError for what the account has not allowed. */
export function checkScopes({ media }: Pick<Post, 'media'>, { connection }: Pick<Call, 'connection'>): void {
  needScope(connection, 'tweet.write')
  if (media.length > 0) needScope(connection, 'media.write')
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
  checkScopes(post, call)
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
