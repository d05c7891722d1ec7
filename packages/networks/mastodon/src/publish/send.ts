import { createHash } from 'node:crypto'

import {
  type Finish,
  type HttpReply,
  InvalidPostError,
  type Media,
  NetworkError,
  OutcomeUnknownError,
  PlatformError,
  type PublishCall,
  SocialBaseError,
} from '@social/core/platform'

import { isStillProcessing } from '../errors.js'
import type { Settings } from '../options.js'
import { type PostedReply, postedReply } from '../schemas.js'
import { pausesWhileProcessing, uploadFile, UploadProgress, waitUntilReady } from '../upload.js'
import { isTooSoon, LONGEST_RETRIES_SECONDS, refuseTooSoon } from './check.js'
import {
  type Kept,
  readKept,
  repeatableUntil,
  sentData,
  uploadData,
  type Uploads,
  uploadsLiveUntil,
} from './receipt.js'
import { type StatusDraft, toStatusForm } from './status-form.js'

/** What sending needs beside the status. */
export interface Sending {
  /** `post`, `reply`, …: the same key means something else in each. */
  readonly operation: string
  readonly settings: Settings
}

/**
 * The key under which the server gives the first status back instead of making a second. Of the account and the
 * application's own key; not of the words, so that the same words can be posted twice on purpose.
 */
function toServerKey(operation: string, { connection, idempotencyKey }: PublishCall): string {
  const ours = operation === 'post' ? '' : `${operation}:`
  return createHash('sha256').update(`${connection.id}${ours}${idempotencyKey}`).digest('hex')
}

/** Prepare: uploads one file after another, each written down, so that no try uploads one twice. */
async function upload(media: readonly Media[], kept: Kept, call: PublishCall): Promise<Uploads> {
  let uploads: Uploads = kept
  if (media.length === kept.mediaIds.length) return uploads
  const progress = await UploadProgress.of(media, call)
  for (const [index, file] of media.entries()) {
    if (index < kept.mediaIds.length) continue
    const { id, isReady } = await uploadFile(file, index, progress, call)
    uploads = {
      mediaIds: [...uploads.mediaIds, id],
      pendingIds: isReady ? uploads.pendingIds : [...uploads.pendingIds, id],
      uploadedAt: uploads.uploadedAt ?? call.clock.now(),
    }
    await checkpoint('PREPARE', uploads, call)
  }
  return uploads
}

function checkpoint(step: 'PREPARE' | 'WAIT', uploads: Uploads, call: PublishCall): Promise<void> {
  const { uploadedAt } = uploads
  return call.checkpoint({
    step,
    data: uploadData(uploads),
    repeatableUntil: uploadedAt && uploadsLiveUntil(uploadedAt),
  })
}

/** Wait: until the server has worked every file out. */
async function wait(uploads: Uploads, settings: Settings, call: PublishCall): Promise<void> {
  if (uploads.pendingIds.length === 0) return
  await checkpoint('WAIT', uploads, call)
  for (const mediaId of uploads.pendingIds) await waitUntilReady(mediaId, settings, call)
}

/** Finish: the one request that people can see the result of. */
async function post(
  draft: StatusDraft,
  { uploads, finish }: { readonly uploads: Uploads; readonly finish: Finish },
  { operation, settings }: Sending,
  call: PublishCall,
): Promise<HttpReply<PostedReply>> {
  // While a try may still be repeated the moment must not come so near that the server would publish at once.
  const isNear = isTooSoon(draft.publishAt, call.clock, LONGEST_RETRIES_SECONDS)
  const options = {
    form: toStatusForm(draft, uploads.mediaIds),
    headers: { 'idempotency-key': toServerKey(operation, call) },
    retry: isNear ? 'never' : 'always',
    finish,
  } as const
  const pauses = pausesWhileProcessing(settings, call)
  for (;;)
    try {
      return await call.http.request('POST', '/api/v1/statuses', postedReply, options)
    } catch (error) {
      if (!isStillProcessing(error)) throw error
      await pauses.next()
    }
}

/**
 * Repeats a status that may be out. The server looks the key up before it reads the status, so a status that it finds
 * fault with was not made; any other refusal says nothing about the first try.
 */
async function repeat(
  draft: StatusDraft,
  what: { readonly uploads: Uploads; readonly finish: Finish },
  sending: Sending,
  call: PublishCall,
): Promise<HttpReply<PostedReply>> {
  try {
    if (isTooSoon(draft.publishAt, call.clock))
      throw new PlatformError('The moment is too near to be sent again: it would come out at once.', {
        platform: 'mastodon',
      })
    return await post(draft, what, sending, call)
  } catch (error) {
    if (InvalidPostError.is(error))
      await call.notPublished('the server finds fault with it, so it was not made before.')
    if (!SocialBaseError.is(error) || NetworkError.is(error) || InvalidPostError.is(error)) throw error
    throw new OutcomeUnknownError(
      `mastodon refused to say what became of the first try: ${error.message} Look at the account, or try again with the same idempotency key.`,
      { platform: 'mastodon', receipt: null, cause: error },
    )
  }
}

/**
 * Sends a status: uploads, waits, posts. A try that was sent before is repeated as it was, under the same key.
 *
 * @param draft - What to send; `target` of an earlier try wins.
 * @param sending - The operation, and the settings of the platform.
 * @returns What the server made of it: a Status, or a ScheduledStatus.
 */
export async function sendStatus(
  draft: StatusDraft,
  sending: Sending,
  call: PublishCall,
): Promise<HttpReply<PostedReply>> {
  const kept = readKept(call.receipt)
  const target = kept.sent?.target ?? draft.target
  const firstSentAt = kept.sent?.firstSentAt
  const uploads = firstSentAt ? kept : await upload(draft.media, kept, call)
  if (!firstSentAt) {
    await wait(uploads, sending.settings, call)
    refuseTooSoon(draft.publishAt, call.clock)
  }
  const sentAt = firstSentAt ?? call.clock.now()
  const finish = { data: sentData(uploads, sentAt, target), repeatableUntil: repeatableUntil(sentAt) }
  const whole = { ...draft, target }
  const what = { uploads, finish }
  return firstSentAt ? repeat(whole, what, sending, call) : post(whole, what, sending, call)
}
