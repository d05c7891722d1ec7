import type { Visit } from '../../framework/router.js'
import { blobJson, receiveBlob } from '../repository/blobs.js'
import { requireCaller } from '../sign-in/access.js'
import type { BlueskyState, VideoJob } from '../state.js'
import { assertParam } from '../wire/input.js'
import { invalidRequest, XrpcRefusal } from '../wire/refusals.js'

/**
 * Handles GET com.atproto.server.getServiceAuth. Returns a token with which another service can
 * act for the account. The token is valid for one method and a limited time.
 */
export function getServiceAuth(state: BlueskyState, { request, url }: Visit): Response {
  const { person } = requireCaller(state, request)
  const now = state.clock.now().getTime()
  const audience = assertParam(url, 'aud')
  if (!/^did:[a-z]+:[\w.:%-]+(#[\w-]+)?$/.test(audience))
    throw invalidRequest('aud must be a valid atproto DID or did#serviceId reference')
  const until = new Date(Number(url.searchParams.get('exp') ?? now / 1000 + 60) * 1000)
  if (until.getTime() < now) throw new XrpcRefusal(400, 'BadExpiration', 'expiration is in past')
  if (until.getTime() > now + 3600_000)
    throw new XrpcRefusal(
      400,
      'BadExpiration',
      'cannot request a token with an expiration more than an hour in the future',
    )
  const token = state.seed.token('service')
  state.serviceTokens.set(token, {
    did: person.did,
    method: url.searchParams.get('lxm') ?? '',
    audience,
    until,
  })
  return Response.json({ token })
}

function jobJson(job: VideoJob) {
  const isDone = job.pollsLeft <= 0 && job.failure === null
  const isFailed = job.pollsLeft <= 0 && job.failure !== null
  return {
    jobId: job.id,
    did: job.did,
    state: isFailed ? 'JOB_STATE_FAILED' : isDone ? 'JOB_STATE_COMPLETED' : 'JOB_STATE_ENCODING',
    ...(isFailed && {
      error: job.failure,
      failureCode: 'validation_failure',
      message: 'The video cannot be read',
    }),
    ...(isDone && { blob: blobJson(job.blob) }),
  }
}

/**
 * Handles POST app.bsky.video.uploadVideo, a call of the video service. The response is the job
 * itself, without the `jobStatus` wrapper of the lexicon.
 */
export async function uploadVideo(state: BlueskyState, { request, url }: Visit): Promise<Response> {
  const token = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  const allowed = state.serviceTokens.get(token ?? '')
  const did = assertParam(url, 'did')
  const fits =
    allowed?.did === did &&
    allowed.method === 'com.atproto.repo.uploadBlob' &&
    allowed.audience === `did:web:${new URL(state.origin).hostname}` &&
    allowed.until > state.clock.now()
  if (!fits) throw new XrpcRefusal(401, 'AuthenticationRequired', 'Invalid service token')
  const blob = await receiveBlob(state, request, did, state.settings.videoBytes)
  if (blob.mimeType !== 'video/mp4')
    throw new XrpcRefusal(400, 'InvalidRequest', 'Unsupported media type: only video/mp4 is taken')
  const known = [...state.jobs.values()].find(
    (one) => one.did === did && one.blob.cid === blob.cid && one.failure === null,
  )
  if (known && known.pollsLeft <= 0)
    return Response.json(
      {
        did,
        error: 'already_exists',
        jobId: known.id,
        message: 'Video already processed',
        state: 'JOB_STATE_COMPLETED',
      },
      { status: 409 },
    )
  const failure = state.failingVideos > 0 ? 'invalid_video' : null
  if (failure !== null) state.failingVideos -= 1
  const id = state.seed.token('job', 20)
  state.jobs.set(id, { id, did, blob, pollsLeft: state.settings.videoPolls, failure })
  return Response.json({ did, jobId: id, state: 'JOB_STATE_CREATED' })
}

/** Handles GET app.bsky.video.getJobStatus. The call needs no token. */
export function getJobStatus(state: BlueskyState, { url }: Visit): Response {
  const job = state.jobs.get(assertParam(url, 'jobId'))
  if (!job) throw new XrpcRefusal(400, 'InvalidRequest', 'Job not found')
  job.pollsLeft -= 1
  return Response.json({ jobStatus: jobJson(job) })
}
