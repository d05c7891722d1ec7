import {
  type Call,
  type CanCheckState,
  type CanReconcile,
  type HttpReply,
  makePostResult,
  NotFoundError,
  type PostResult,
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
export function arrivalOf(data: StatusData, size: number): 'ALL' | 'PART' | 'UNKNOWN' {
  const { status, uploaded_bytes: uploaded } = data
  if (status === 'SEND_TO_USER_INBOX' || status === 'PUBLISH_COMPLETE') return 'ALL'
  if (typeof uploaded !== 'number') return status === 'FAILED' ? 'ALL' : 'UNKNOWN'
  return uploaded >= size ? 'ALL' : 'PART'
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
  const { data, raw } = await readStatus(kept.publishId, call)
  const arrival = arrivalOf(data, kept.size)
  // While the address is good, a piece that is still on its way may arrive.
  if (arrival === 'PART' && kept.endsAt <= call.clock.now()) return { state: 'NOT_PUBLISHED' }
  if (arrival !== 'ALL') return { state: 'UNKNOWN' }
  const state = toFirstState(kept.sendTo, data.status)
  return { state: 'FOUND', result: makePostResult({ id: kept.publishId, state, raw }) }
}

/** Asking how a post is getting on, also for one whose last answer was lost. */
export function checkingState(): CanCheckState & CanReconcile {
  return {
    checkState,
    async reconcile(receipt, call) {
      // Written back by the try itself: TikTok certainly has not taken the last piece.
      if (receipt.step === 'PREPARE') return { state: 'NOT_PUBLISHED' }
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
