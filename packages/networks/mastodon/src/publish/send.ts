import { hash } from 'node:crypto'

import { type Finish, OutcomeUnknownError, type PublishCall } from '@social/core/platform'

import { isClearedFile, isStillProcessing } from '../errors.js'
import { hasTrait, mayHave, nameOf } from '../limits/index.js'
import type { Settings } from '../options.js'
import { postedReply } from '../schemas.js'
import { pausesWhileProcessing, uploadFile, UploadProgress, waitUntilReady } from '../upload.js'
import { isTooSoon, MAX_RETRIES_SECONDS, refuseTooSoon } from './check/check.js'
import { findIfAllowed, type FoundStatus } from './lost/find-sent.js'
import {
  keyLivesUntil,
  NO_UPLOADS,
  readSent,
  readUploads,
  type SentStatus,
  toSentData,
  uploadData,
  type Uploads,
  uploadsLiveUntil,
} from './receipt.js'
import { type StatusDraft, toStatusForm, textOf } from './status-form.js'
import { markOf } from './text-mark.js'

/** Seconds after a try before which it is not repeated. The server writes a key down only once its status is made, so a
 *  repeat that comes while the first is being worked on makes a second; no proxy waits longer than that for an answer.
 *  app/services/post_status_service.rb of the server (read 2026-11-22) */
export const SECONDS_BEFORE_REPEAT = 60

/** Times that a call uploads files again because the server no longer has them. Our choice. */
const MAX_UPLOADS_AGAIN = 2

/** What sending needs beside the status. */
export interface Sending {
  /** `post`, `reply`, …: the same key means something else in each. */
  readonly operation: string
  readonly settings: Settings
  /** The conversation a message goes to; null for everything else. */
  readonly conversationId?: string | null
}

/**
 * The key under which the server gives the first status back instead of making a second. Of the account and the
 * application's own key; not of the words, so that the same words can be posted twice on purpose.
 */
function toServerKey(
  operation: string,
  { connection, idempotencyKey }: Pick<PublishCall, 'connection' | 'idempotencyKey'>,
): string {
  const ours = operation === 'post' ? '' : `${operation}:`
  return hash('sha256', `${connection.id}${ours}${idempotencyKey}`)
}

/** Prepare: uploads one file after another, each written down, so that no try uploads one twice. */
async function upload({ media, options }: StatusDraft, kept: Uploads, call: PublishCall): Promise<Uploads> {
  let uploads = kept
  if (media.length === kept.mediaIds.length) return uploads
  const progress = await UploadProgress.of(media, call)
  for (const [index, file] of media.entries()) {
    if (index < kept.mediaIds.length) continue
    const { id, isReady } = await uploadFile(
      file,
      index,
      {
        progress,
        focus: options.focus?.[index] ?? null,
        thumbnail: options.thumbnail?.[index] ?? null,
      },
      call,
    )
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
  await checkpoint('WAIT', uploads, call)
  for (const mediaId of uploads.pendingIds) await waitUntilReady(mediaId, settings, call)
}

/** Finish: the one request that people can see the result of. Sent again only where it surely was not processed. */
async function post(
  draft: StatusDraft,
  { mediaIds, finish }: { readonly mediaIds: readonly string[]; readonly finish: Finish },
  { operation, settings }: Sending,
  call: PublishCall,
): Promise<FoundStatus> {
  const key = toServerKey(operation, call)
  // While the server asks us to wait the moment must not come so near that it would publish at once.
  const isNear = isTooSoon(draft.publishAt, call.clock, MAX_RETRIES_SECONDS)
  const options = {
    form: toStatusForm(draft, mediaIds),
    headers: { 'idempotency-key': key },
    retry: isNear ? 'never' : 'unsent',
    finish,
  } as const
  let pauses: ReturnType<typeof pausesWhileProcessing> | null = null
  for (;;)
    try {
      const { data, raw } = await call.http.request('POST', '/api/v1/statuses', postedReply, options)
      return { data, raw }
    } catch (error) {
      if (!isStillProcessing(error)) throw error
      pauses ??= pausesWhileProcessing(settings, call)
      await pauses.next()
    }
}

/** What is known of a first try beside its words. */
type FirstSent = Pick<SentStatus, 'sentAt' | 'lastAttemptAt' | 'publishAt' | 'conversationId' | 'target'>

/** What a receipt keeps of a first try. It is made when a receipt is written: that of most posts never is. */
class FirstFinish implements Finish {
  readonly repeatableUntil: Date | null
  readonly #draft: StatusDraft
  readonly #uploads: Uploads
  readonly #sent: FirstSent

  constructor(draft: StatusDraft, uploads: Uploads, sent: FirstSent, repeatableUntil: Date | null) {
    this.#draft = draft
    this.#uploads = uploads
    this.#sent = sent
    this.repeatableUntil = repeatableUntil
  }

  get data() {
    const { spoilerText = '', poll, quotedStatusId = null } = this.#draft.options
    const mark = markOf({ spoilerText, text: textOf(this.#draft), choices: poll?.options })
    return toSentData(this.#uploads, { ...this.#sent, mark, quotedStatusId })
  }
}

/** Sends a status for the first time. Files that the server no longer has are uploaded again, a bounded number of times. */
async function sendFirst(draft: StatusDraft, sending: Sending, call: PublishCall): Promise<FoundStatus> {
  let kept = readUploads(call.receipt)
  for (let again = 0; ; again += 1)
    try {
      return await prepareAndPost(draft, kept, sending, call)
    } catch (error) {
      if (draft.media.length === 0 || !isClearedFile(error)) throw error
      kept = NO_UPLOADS
      await checkpoint('PREPARE', kept, call)
      if (again >= MAX_UPLOADS_AGAIN) throw error
    }
}

/** What an earlier attempt prepared, or this one does now; then the visible request. */
async function prepareAndPost(
  draft: StatusDraft,
  kept: Uploads,
  sending: Sending,
  call: PublishCall,
): Promise<FoundStatus> {
  const { settings, conversationId = null } = sending
  const uploads = draft.media.length === 0 ? kept : await upload(draft, kept, call)
  if (uploads.pendingIds.length > 0) await wait(uploads, settings, call)
  refuseTooSoon(draft.publishAt, call.clock)
  const { publishAt, target } = draft
  const now = call.clock.now()
  const sentAt = call.networkNow()
  // A scheduled status is never repeated: to 4.2 its key was ignored, and since then the repeat is a 404.
  // https://github.com/mastodon/mastodon/issues/30039 (read 2026-11-22)
  const isRepeatable = publishAt === null && mayHave('keepsIdempotencyKeys', call, settings)
  const repeatableUntil = isRepeatable ? keyLivesUntil(now) : null
  const sent = { sentAt, lastAttemptAt: now, publishAt, conversationId, target }
  const finish = new FirstFinish(draft, uploads, sent, repeatableUntil)
  return post(draft, { mediaIds: uploads.mediaIds, finish }, sending, call)
}

/** What a status that may be out is judged by, when the server cannot be asked to settle it. */
function stillOpen(reason: string, retryAfter: number | null): OutcomeUnknownError {
  return new OutcomeUnknownError(`What became of the first try is not known yet: ${reason}`, {
    platform: 'mastodon',
    receipt: null,
    retryAfter,
  })
}

/** Seconds since a status was sent last; 0 where the clock was set back. */
export function secondsSince({ lastAttemptAt }: SentStatus, { clock }: Pick<PublishCall, 'clock'>): number {
  return Math.max(0, (clock.now().getTime() - lastAttemptAt.getTime()) / 1000)
}

/** A status that may be out: looked for; sent again only to a server that keeps keys, and not while it may work on it. */
async function sendAgain(
  draft: StatusDraft,
  sent: SentStatus,
  sending: Sending,
  call: PublishCall,
): Promise<FoundStatus> {
  const { settings } = sending
  const found = await findIfAllowed(sent, call)
  if (found) return found
  const secondsLeft = SECONDS_BEFORE_REPEAT - secondsSince(sent, call)
  if (secondsLeft > 0) throw stillOpen('the server may still be working on it.', secondsLeft)
  if (draft.publishAt !== null || !(await hasTrait('keepsIdempotencyKeys', call, settings)))
    throw stillOpen(
      `${nameOf(call, settings)} is not known to keep idempotency keys, so a repeat could be a second post.`,
      null,
    )
  const data = toSentData(
    { mediaIds: sent.mediaIds, pendingIds: [], uploadedAt: null },
    { ...sent, lastAttemptAt: call.clock.now() },
  )
  const finish = { data, repeatableUntil: keyLivesUntil(sent.firstAttemptAt) }
  const whole = { ...draft, target: sent.target }
  return post(whole, { mediaIds: sent.mediaIds, finish }, sending, call)
}

/**
 * Sends a status: uploads, waits, posts. A try that was sent before is looked for, and repeated as it was under the same
 * key where that is known to be harmless.
 *
 * @param draft - What to send; `target` of an earlier try wins.
 * @param sending - The operation, and the settings of the platform.
 * @returns What the server made of it: a Status, or a ScheduledStatus.
 */
export function sendStatus(draft: StatusDraft, sending: Sending, call: PublishCall): Promise<FoundStatus> {
  const sent = readSent(call.receipt)
  if (sent === null && call.receipt?.step === 'FINISH')
    return Promise.reject(stillOpen('its receipt cannot be read.', null))
  return sent ? sendAgain(draft, sent, sending, call) : sendFirst(draft, sending, call)
}
