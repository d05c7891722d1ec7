import {
  InvalidPostError,
  type Media,
  mediaBody,
  NotFoundError,
  PlatformError,
  type PostIssueInit,
  type PublishCall,
  readImageSize,
  SocialBaseError,
} from '@social/core/platform'

import { TEXTS } from './messages.js'
import type { Settings } from './options.js'
import { type Progressed, toData } from './publish/lost/receipt.js'
import type { Uploaded } from './publish/record.js'
import { makeTid } from './publish/tid.js'
import { type BlobRef, blobReply, type JobReply, jobReply, serviceTokenReply } from './schemas.js'

/**
 * Seconds without progress after which an upload fails. An upload has no other time limit. Our
 * choice.
 */
const STALL_SECONDS = 60
/**
 * Maximum pause between two requests for a video's status, as a multiple of the first pause. Our
 * choice.
 */
const MAX_PAUSE = 5
/**
 * Maximum number of times that one call uploads a video again after the service has lost its job.
 * Our choice.
 */
const MAX_UPLOADS_AGAIN = 2
/**
 * Lifetime in seconds of the token for the video service. It is enough for a large file on a slow
 * connection. The maximum is one hour.
 */
const SERVICE_TOKEN_SECONDS = 30 * 60

/** Upload progress of all files of a post, which is reported to the application. */
class Bytes {
  readonly #sizes: readonly number[]
  readonly #call: PublishCall

  constructor(sizes: readonly number[], call: PublishCall) {
    this.#sizes = sizes
    this.#call = call
  }

  report(mediaIndex: number, sentOfFile: number): void {
    const before = this.#sizes.slice(0, mediaIndex).reduce((sum, size) => sum + size, 0)
    this.#call.progress({
      mediaIndex,
      mediaCount: this.#sizes.length,
      sentBytes: before + Math.min(sentOfFile, this.#sizes[mediaIndex] ?? 0),
      totalBytes: this.#sizes.reduce((sum, size) => sum + size, 0),
    })
  }
}

/** Parameters of one upload. */
interface Sending {
  readonly file: Media
  readonly index: number
  readonly bytes: Bytes
  readonly call: PublishCall
}

async function bodyOf({ file, index, bytes, call }: Sending) {
  return {
    body: await mediaBody(file, { signal: call.signal }),
    contentType: file.contentType,
    stallSeconds: STALL_SECONDS,
    // The upload can be repeated safely, because a file is invisible until a post uses it, and the
    // server deletes unused files.
    retry: 'always',
    onSent: (sentBytes: number) => bytes.report(index, sentBytes),
  } as const
}

async function uploadPicture(sending: Sending): Promise<BlobRef> {
  const options = await bodyOf(sending)
  const { blob } = await sending.call.http.post('/xrpc/com.atproto.repo.uploadBlob', blobReply, options)
  return blob
}

/**
 * Requests the token with which the video service acts for the account. The expiry is calculated
 * by the clock of the account's server.
 */
async function askForServiceToken(call: PublishCall): Promise<string> {
  const host = (call.connection.host ?? '').replace(/:\d+$/, '')
  const ask = async (): Promise<string> => {
    const query = {
      aud: `did:web:${host}`,
      lxm: 'com.atproto.repo.uploadBlob',
      exp: Math.floor(call.networkNow().getTime() / 1000) + SERVICE_TOKEN_SECONDS,
    }
    const path = '/xrpc/com.atproto.server.getServiceAuth'
    return (await call.http.get(path, serviceTokenReply, { query })).token
  }
  try {
    return await ask()
  } catch (error) {
    // The response to the refused request contained the server's time, so the second request has a
    // correct expiry.
    if (SocialBaseError.is(error) && error.raw['error'] === 'BadExpiration') return ask()
    throw error
  }
}

/**
 * Uploads a video to the video service, which stores the result on the account's server.
 * https://docs.bsky.app/docs/tutorials/video (read 2026-11-21)
 */
async function uploadVideo(sending: Sending, { addresses }: Settings): Promise<JobReply> {
  const { call } = sending
  const { connection } = call
  const token = await askForServiceToken(call)
  return call.http.post(`${addresses.video}/xrpc/app.bsky.video.uploadVideo`, jobReply, {
    ...(await bodyOf(sending)),
    query: { did: connection.accountId, name: `${makeTid(call)}.mp4` },
    headers: { authorization: `Bearer ${token}` },
    auth: 'none',
    accept: [409], // status 409 means that the same file was processed before, and the response contains its job
  })
}

function refusedVideo(raw: JobReply, issue: Omit<PostIssueInit, 'field'>): InvalidPostError {
  const issues = [{ field: 'media', mediaIndex: 0, ...issue } as const] // a post has at most one video
  return new InvalidPostError(issue.message, { platform: 'bluesky', raw, reason: issue.code, issues })
}

function refuseFailed(job: JobReply): void {
  if (job.state !== 'JOB_STATE_FAILED' && (job.jobId || job.blob)) return
  const reason = [job.error, job.message].filter(Boolean).join(': ') || 'no reason given'
  if (job.error === 'unconfirmed_email')
    throw refusedVideo(job, {
      code: 'EMAIL_TO_CONFIRM',
      message:
        'bluesky accepts videos only from accounts with a confirmed e-mail address. Confirm the address in the settings of the account.',
      userText: TEXTS.EMAIL_FOR_VIDEO,
    })
  if (job.failureCode === 'validation_failure')
    throw refusedVideo(job, {
      code: 'MEDIA_FAILED',
      message: `bluesky could not process the video (${reason}). Export it again in another format, and post again.`,
    })
  throw new PlatformError(
    `bluesky failed to process the video: ${reason}. Post again with the same idempotency key.`,
    {
      platform: 'bluesky',
      raw: job,
    },
  )
}

/**
 * Error names for a job that the service does not know. Bluesky publishes no list of these names
 * (checked on 2026-11-23).
 */
const UNKNOWN_JOB_NAMES: ReadonlySet<unknown> = new Set(['InvalidRequest', 'NotFound', 'JobNotFound'])

/**
 * Returns true if the service does not know a job. The job is the only parameter of a status
 * request, so a refusal can only mean this.
 */
function refusesJob(error: unknown): error is SocialBaseError {
  return SocialBaseError.is(error) && (NotFoundError.is(error) || UNKNOWN_JOB_NAMES.has(error.raw['error']))
}

function reportUnknownJob(error: unknown): never {
  if (!refusesJob(error)) throw error
  throw new PlatformError(
    'bluesky no longer knows the job of the uploaded video. Post again with the same idempotency key to upload the video again.',
    { platform: 'bluesky', raw: error.raw, cause: error },
  )
}

function isUnknownJob(error: unknown): boolean {
  return PlatformError.is(error) && refusesJob(error.cause)
}

/** Waits until the video service has stored the video on the account's server. */
async function waitForVideo(jobId: string, settings: Settings, call: PublishCall): Promise<BlobRef> {
  const { addresses, videoChecks, videoWaitSeconds } = settings
  let pause = videoWaitSeconds
  for (let check = 0; check < videoChecks; check += 1) {
    await call.clock.sleep(pause, { signal: call.signal })
    pause = Math.min(pause * 1.5, videoWaitSeconds * MAX_PAUSE)
    const job = await call.http
      .get(`${addresses.video}/xrpc/app.bsky.video.getJobStatus`, jobReply, {
        query: { jobId },
        auth: 'none',
        stallSeconds: STALL_SECONDS,
      })
      .catch(reportUnknownJob)
    if (job.blob) return job.blob
    refuseFailed({ ...job, jobId })
  }
  throw new PlatformError(
    `bluesky is still processing the video after ${videoChecks} checks. Post again later with the same idempotency key: uploaded files are reused. bluesky({ videoChecks, videoWaitSeconds }) sets a longer wait.`,
    { platform: 'bluesky' },
  )
}

/**
 * Returns the uploaded video on the account's server. If the service does not know the job,
 * uploads the video again, a limited number of times.
 */
async function videoBlob(
  sending: Sending,
  progress: Progressed,
  settings: Settings,
): Promise<{ readonly blob: BlobRef; readonly progress: Progressed }> {
  let begun = progress
  for (let again = 0; ; again += 1)
    try {
      return await prepareVideo(sending, begun, settings)
    } catch (error) {
      if (!isUnknownJob(error)) throw error
      begun = { ...progress, videoJob: null }
      await sending.call.checkpoint({ step: 'PREPARE', data: toData(begun) })
      if (again >= MAX_UPLOADS_AGAIN) throw error
    }
}

async function prepareVideo(
  sending: Sending,
  progress: Progressed,
  settings: Settings,
): Promise<{ readonly blob: BlobRef; readonly progress: Progressed }> {
  const { call } = sending
  let { videoJob } = progress
  if (videoJob === null) {
    const job = await uploadVideo(sending, settings)
    if (job.blob) return { blob: job.blob, progress }
    refuseFailed(job)
    videoJob = job.jobId ?? ''
  }
  const waiting = { ...progress, videoJob }
  await call.checkpoint({ step: 'WAIT', data: toData(waiting) })
  try {
    return { blob: await waitForVideo(videoJob, settings, call), progress: waiting }
  } catch (error) {
    // The job id of a failed job is removed, so that the next attempt uploads the video again.
    if (SocialBaseError.is(error) && error.raw?.['state'] === 'JOB_STATE_FAILED')
      await call.checkpoint({ step: 'PREPARE', data: toData({ ...progress, videoJob: null }) })
    throw error
  }
}

/**
 * Uploads the files of a post one after another. Each uploaded file is saved in a checkpoint, so
 * that no attempt uploads a file twice.
 *
 * @param media - Files in the order of the post.
 * @param begun - Progress of an earlier attempt.
 * @returns The files in the format of the record, and the new progress.
 */
export async function uploadFiles(
  media: readonly Media[],
  begun: Progressed,
  settings: Settings,
  call: PublishCall,
): Promise<{ readonly files: readonly Uploaded[]; readonly progress: Progressed }> {
  let progress = begun
  const sizes = await Promise.all(media.map(async (file) => (await file.size()) ?? 0))
  const bytes = new Bytes(sizes, call)
  const files: Uploaded[] = []
  for (const [index, file] of media.entries()) {
    let blob = progress.blobs[index]
    if (!blob) {
      const sending = { file, index, bytes, call }
      if (file.kind === 'VIDEO') ({ blob, progress } = await videoBlob(sending, progress, settings))
      else blob = await uploadPicture(sending)
      bytes.report(index, Infinity)
      progress = {
        ...progress,
        blobs: [...progress.blobs, blob],
        uploadedAt: progress.uploadedAt ?? call.clock.now().toISOString(),
        videoJob: null,
      }
      await call.checkpoint({ step: 'PREPARE', data: toData(progress) })
    }
    const aspectRatio = file.kind === 'IMAGE' ? await readImageSize(file) : null
    files.push({
      kind: file.kind === 'VIDEO' ? 'VIDEO' : 'IMAGE',
      blob,
      altText: file.altText ?? '',
      aspectRatio,
    })
  }
  return { files, progress }
}
