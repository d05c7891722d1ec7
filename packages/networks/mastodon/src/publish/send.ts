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
  keyExpiresAt,
  NO_UPLOADS,
  readSent,
  readUploads,
  type SentStatus,
  toSentData,
  uploadData,
  type Uploads,
  uploadsExpireAt,
} from './receipt.js'
import { type StatusDraft, toStatusForm, textOf } from './status-form.js'
import { markOf } from './text-mark.js'

/**
 * Seconds between two attempts to send a status. The server stores a key only after it has created
 * the status. A second request during the first one would therefore create a second status. No
 * proxy waits longer than this for a response.
 * app/services/post_status_service.rb of the server (read 2026-11-22)
 */
export const SECONDS_BEFORE_REPEAT = 60

/**
 * Maximum number of times that one call uploads the files again after the server has deleted them.
 * Our choice.
 */
const MAX_UPLOADS_AGAIN = 2

/** Parameters of `sendStatus` in addition to the draft. */
export interface Sending {
  /**
   * Name of the operation, such as `post` or `reply`. Two operations with the same key do not
   * affect each other.
   */
  readonly operation: string
  readonly settings: Settings
  /** Conversation of a message; null for other operations. */
  readonly conversationId?: string | null
}

/**
 * Returns the idempotency key for the server, which returns the first status for a repeated key.
 * The key derives from the account and the application's key, not from the text, so that the same
 * text can be posted twice intentionally.
 */
function toServerKey(
  operation: string,
  { connection, idempotencyKey }: Pick<PublishCall, 'connection' | 'idempotencyKey'>,
): string {
  const ours = operation === 'post' ? '' : `${operation}:`
  return hash('sha256', `${connection.id}${ours}${idempotencyKey}`)
}

/**
 * Uploads the files one after another. Each uploaded file is saved in a checkpoint, so that no
 * attempt uploads a file twice.
 */
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
    repeatableUntil: uploadedAt && uploadsExpireAt(uploadedAt),
  })
}

/** Waits until the server has processed all files. */
async function wait(uploads: Uploads, settings: Settings, call: PublishCall): Promise<void> {
  await checkpoint('WAIT', uploads, call)
  for (const mediaId of uploads.pendingIds) await waitUntilReady(mediaId, settings, call)
}

/**
 * Sends the request that publishes the status. A retry happens only when the server has definitely
 * not processed the request.
 */
async function post(
  draft: StatusDraft,
  { mediaIds, finish }: { readonly mediaIds: readonly string[]; readonly finish: Finish },
  { operation, settings }: Sending,
  call: PublishCall,
): Promise<FoundStatus> {
  const key = toServerKey(operation, call)
  // Retries take time. If the publish time is near the limit, a late retry would make the server
  // publish immediately.
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

/** Properties of a first attempt. The hash of the text is added later. */
type FirstSent = Pick<SentStatus, 'sentAt' | 'lastAttemptAt' | 'publishAt' | 'conversationId' | 'target'>

/**
 * Receipt data of a first attempt. `data` is computed only when the receipt is written, which is
 * rare.
 */
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

/**
 * Sends a status for the first time. If the server has deleted files, uploads them again, a
 * limited number of times.
 */
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

/**
 * Uploads the files that no earlier attempt uploaded, then sends the request that publishes the
 * status.
 */
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
  // A scheduled status is never sent again. Up to Mastodon 4.2 the server ignored its key, and
  // later versions return 404 to a repeat.
  // https://github.com/mastodon/mastodon/issues/30039 (read 2026-11-22)
  const isRepeatable = publishAt === null && mayHave('keepsIdempotencyKeys', call, settings)
  const repeatableUntil = isRepeatable ? keyExpiresAt(now) : null
  const sent = { sentAt, lastAttemptAt: now, publishAt, conversationId, target }
  const finish = new FirstFinish(draft, uploads, sent, repeatableUntil)
  return post(draft, { mediaIds: uploads.mediaIds, finish }, sending, call)
}

/** Creates the error for a status that may be published although the server cannot confirm it. */
function unknownOutcome(reason: string, retryAfter: number | null): OutcomeUnknownError {
  return new OutcomeUnknownError(`The result of the first attempt is still unknown: ${reason}`, {
    platform: 'mastodon',
    receipt: null,
    retryAfter,
  })
}

/** Returns the seconds since the last attempt; 0 when the clock was set back. */
export function secondsSince({ lastAttemptAt }: SentStatus, { clock }: Pick<PublishCall, 'clock'>): number {
  return Math.max(0, (clock.now().getTime() - lastAttemptAt.getTime()) / 1000)
}

/**
 * Searches for a status that may be published. If the search fails, sends the status again, but
 * only to a server with idempotency keys and after a waiting time.
 */
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
  if (secondsLeft > 0) throw unknownOutcome('the server may still be processing the request.', secondsLeft)
  if (draft.publishAt !== null || !(await hasTrait('keepsIdempotencyKeys', call, settings)))
    throw unknownOutcome(
      `${nameOf(call, settings)} is not known to support idempotency keys, so a repeat could create a second post.`,
      null,
    )
  const data = toSentData(
    { mediaIds: sent.mediaIds, pendingIds: [], uploadedAt: null },
    { ...sent, lastAttemptAt: call.clock.now() },
  )
  const finish = { data, repeatableUntil: keyExpiresAt(sent.firstAttemptAt) }
  const whole = { ...draft, target: sent.target }
  return post(whole, { mediaIds: sent.mediaIds, finish }, sending, call)
}

/**
 * Sends a status: uploads the files, waits for the server and publishes. If an earlier attempt has
 * sent the status, searches for it first. Sends the unchanged status again with the same key only
 * when that is known to be safe.
 *
 * @param draft - The status. `target` of an earlier attempt takes precedence.
 * @param sending - The operation, and the settings of the platform.
 * @returns Response of the server: a Status, or a ScheduledStatus.
 */
export function sendStatus(draft: StatusDraft, sending: Sending, call: PublishCall): Promise<FoundStatus> {
  const sent = readSent(call.receipt)
  if (sent === null && call.receipt?.step === 'FINISH')
    return Promise.reject(unknownOutcome('its receipt cannot be read.', null))
  return sent ? sendAgain(draft, sent, sending, call) : sendFirst(draft, sending, call)
}
