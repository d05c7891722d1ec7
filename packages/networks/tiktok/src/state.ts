import {
  type Call,
  type CanCheckState,
  type CanReconcile,
  type HttpReply,
  makePostResult,
  NotFoundError,
  type PostResult,
  type RawData,
  type Reconciled,
  SocialBaseError,
} from '@social/core/platform'

import { publicIdOf, toFirstState, toPostState, toPostUrl } from './map.js'
import { readCreator } from './read.js'
import { type StatusData, statusReply } from './schemas.js'
import { type Kept, readKept } from './upload/kept.js'

/** How a video is getting on, by its publish id. */
export async function readStatus(
  publishId: string,
  { http }: Pick<Call, 'http'>,
): Promise<Omit<HttpReply<unknown>, 'data'> & { readonly data: StatusData }> {
  const { data, ...rest } = await http.request('POST', '/post/publish/status/fetch/', statusReply, {
    json: { publish_id: publishId },
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    retry: 'always',
  })
  return { ...rest, data: data.data }
}

/** How much of a video TikTok has: once it is all of it the post takes its course. `UNKNOWN` where it does not say. */
function arrivalOf(data: StatusData, size: number): 'ALL' | 'PART' | 'UNKNOWN' {
  const { status, uploaded_bytes: uploaded } = data
  if (status === 'SEND_TO_USER_INBOX' || status === 'PUBLISH_COMPLETE') return 'ALL'
  if (typeof uploaded !== 'number') return status === 'FAILED' ? 'ALL' : 'UNKNOWN'
  return uploaded >= size ? 'ALL' : 'PART'
}

/** Seconds between two looks at an upload: TikTok's count lags behind what it has. */
const SECONDS_BETWEEN_LOOKS = 5
/** Looks at an upload before its outcome counts as unknown. */
const MOST_LOOKS = 3

/** Where an upload stands whose last piece was sent. */
export interface Standing {
  /** `PART` is proof that bytes are missing: TikTok failed it for that, or said so twice. */
  readonly arrival: 'ALL' | 'PART' | 'UNKNOWN'
  readonly bytes: number
  readonly status: string
  readonly raw: RawData
}

/** Looks at an upload until it is clear whether all of it arrived. One look that says "less" proves nothing. */
export async function standingOf(kept: Kept, call: Call): Promise<Standing> {
  let saidPart = false
  for (let look = 1; ; look += 1) {
    const { data, raw } = await readStatus(kept.publishId, call)
    const arrival = arrivalOf(data, kept.size)
    const standing = { arrival, bytes: data.uploaded_bytes ?? 0, status: data.status, raw }
    if (arrival === 'ALL') return standing
    if (arrival === 'PART' && (saidPart || data.status === 'FAILED')) return standing
    if (look === MOST_LOOKS) return { ...standing, arrival: 'UNKNOWN' }
    saidPart = arrival === 'PART'
    await call.clock.sleep(SECONDS_BETWEEN_LOOKS, { signal: call.signal })
  }
}

/** The person's user name: known since the sign-in, else asked for where the scopes allow it. */
async function findUsername(call: Call): Promise<string | null> {
  const { extra, scopes } = call.connection
  if (typeof extra['username'] === 'string') return extra['username']
  if (!scopes.includes('video.publish')) return null
  try {
    return (await readCreator(call)).username
  } catch (error) {
    call.signal.throwIfAborted()
    if (!SocialBaseError.is(error)) throw error
    call.warn(`The address of a post is left out: ${error.message}`)
    return null
  }
}

async function checkState(postId: string, call: Call): Promise<PostResult> {
  const { data, raw } = await readStatus(postId, call)
  const publicId = publicIdOf(data)
  const username = publicId === null ? null : await findUsername(call)
  return makePostResult({
    id: postId,
    state: toPostState(data.status),
    url: publicId !== null && username !== null ? toPostUrl(username, publicId) : null,
    raw,
  })
}

/** What became of an upload whose last piece was sent, and whose answer was lost. */
async function lookUp(kept: Kept, call: Call): Promise<Reconciled> {
  const { arrival, status, raw } = await standingOf(kept, call)
  if (arrival === 'ALL') {
    const state = toFirstState(kept.sendTo, status)
    return { state: 'FOUND', result: makePostResult({ id: kept.publishId, state, raw }) }
  }
  const secondsLeft = (kept.endsAt.getTime() - call.networkNow().getTime()) / 1000
  // While the address is good, a piece that is still on its way may arrive; and sending it again does no harm.
  if (arrival === 'PART' && (secondsLeft <= 0 || status === 'FAILED')) return { state: 'NOT_PUBLISHED' }
  return { state: 'UNKNOWN', retryAfter: secondsLeft > 0 ? 0 : null }
}

/** Asking how a post is getting on, also for one whose last answer was lost. */
export function checkingState(): CanCheckState & CanReconcile {
  return {
    checkState,
    async reconcile(receipt, call) {
      const kept = readKept(receipt)
      if (kept === null) return { state: 'UNKNOWN' }
      try {
        return await lookUp(kept, call)
      } catch (error) {
        if (NotFoundError.is(error)) return { state: 'UNKNOWN' }
        throw error
      }
    },
  }
}
