import {
  type Call,
  type CanCheckState,
  type HttpReply,
  makePostResult,
  type PostResult,
  SocialBaseError,
} from '@social/core/platform'

import { toFailure } from './errors/failures.js'
import { STATUS_COST } from './limits.js'
import { toPostState, toPostUrl, toPublicId } from './map.js'
import type { Settings } from './options.js'
import { readCreator } from './read.js'
import { type StatusData, statusReply } from './schemas.js'

/** Reads the status of a video by its publish id. */
export async function readStatus(
  publishId: string,
  { http }: Pick<Call, 'http'>,
): Promise<Omit<HttpReply<unknown>, 'data'> & { readonly data: StatusData }> {
  const { data, ...rest } = await http.request('POST', '/post/publish/status/fetch/', statusReply, {
    json: { publish_id: publishId },
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    retry: 'always',
    cost: STATUS_COST,
  })
  return { ...rest, data: data.data }
}

/**
 * Returns the person's user name from the sign-in. Without one, the name is requested if the
 * scopes allow it.
 */
async function findUsername(call: Call): Promise<string | null> {
  const { extra, scopes } = call.connection
  if (typeof extra['username'] === 'string') return extra['username']
  if (!scopes.includes('video.publish')) return null
  try {
    return (await readCreator(call)).username
  } catch (error) {
    call.signal.throwIfAborted()
    if (!SocialBaseError.is(error)) throw error
    call.warn(`The URL of the post is omitted, because the user name could not be read: ${error.message}`)
    return null
  }
}

async function checkState(postId: string, call: Call): Promise<PostResult> {
  const { data, raw } = await readStatus(postId, call)
  const publicId = toPublicId(data)
  const username = publicId === null ? null : await findUsername(call)
  const state = toPostState(data.status)
  return makePostResult({
    id: postId,
    state,
    failure: state === 'FAILED' ? toFailure(data.fail_reason) : null,
    url: publicId !== null && username !== null ? toPostUrl(username, publicId) : null,
    raw,
  })
}

/** Reads the state of a post by its publish id. */
export function checkingState(_settings: Settings): CanCheckState {
  return { checkState }
}
