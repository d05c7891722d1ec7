import { type Call, invalidPost, networkText, type Post, SocialBaseError } from '@social/core/platform'
import {
  type ContainerFailure,
  type ContainerPlan,
  type ContainerRules,
  type ContainerStatus,
  faultOf,
  idPath,
  refusalOf,
  unusableFile,
} from '@social/meta-kit'

import { MEDIA_NOT_FOUND } from '../errors.js'
import type { ReadOptions, Settings } from '../options.js'
import { containerReply, idReply } from '../schemas.js'
import type { PostKind } from './check.js'
import { parentFields, pieceFields } from './fields.js'

/**
 * Timeout in seconds of one request for a container's status. A slow request must not use up the
 * time for publishing. Our choice.
 */
const STATUS_TIMEOUT_SECONDS = 10

/**
 * Reads the status of a container with one request. If the container is published, Threads refuses
 * to return its status.
 */
export async function readStatus(
  containerId: string,
  { http }: Pick<Call, 'http'>,
): Promise<ContainerStatus> {
  const query = { fields: 'status,error_message' }
  const options = { query, timeoutSeconds: STATUS_TIMEOUT_SECONDS }
  try {
    const { status, error_message: text } = await http.get(idPath(containerId), containerReply, options)
    return { word: status, message: networkText(text) }
  } catch (error) {
    if (isPost(error)) return { word: 'PUBLISHED', message: '' }
    throw error
  }
}

/**
 * Returns true for Threads' error when a container is already a post.
 * https://github.com/exileum/meta-mcp/issues/143 (2026-04-05)
 */
function isPost(error: unknown): boolean {
  const fault = SocialBaseError.is(error) ? faultOf(error.raw) : null
  return fault !== null && fault.code === 100 && fault.type === 'THApiException'
}

/**
 * Classifies the failure of a container. After the message `UNKNOWN`, a new container may succeed:
 * https://github.com/gitroomhq/postiz-app/pull/1991 (2026-08-30)
 */
export function readFailure(text: string): ContainerFailure {
  if (text !== '' && text !== 'UNKNOWN') return { isTemporary: false, error: unusableFile('threads', text) }
  const message =
    'threads could not process the file several times, and does not report the reason. Nothing was published. Use another file.'
  return {
    isTemporary: true,
    error: invalidPost('threads', { field: 'media', code: 'MEDIA_FAILED', message }),
  }
}

/**
 * Returns true when Threads reports a container as missing. Threads also reports a published
 * container as missing.
 */
export const isLost = (error: unknown): error is SocialBaseError =>
  refusalOf(error)?.subcode === MEDIA_NOT_FOUND

/** Returns Threads' rules for containers, with the configured waiting times. */
export function rulesOf({ checkEverySeconds, waitUpToSeconds }: Settings): ContainerRules {
  return {
    platform: 'threads',
    checkEverySeconds,
    waitUpToSeconds,
    readStatus,
    readFailure,
    isLost,
    async make(form, { http, connection }) {
      const path = idPath(connection.accountId, 'threads')
      const { id } = await http.post(path, idReply, { form, retry: 'always' })
      return id
    },
  }
}

/**
 * Plans the containers of a post. A carousel needs one container for each file and a parent
 * container. Any other post needs one container.
 */
export function planOf(post: Post<ReadOptions>, kind: PostKind): ContainerPlan {
  return {
    media: post.media,
    isCarousel: kind === 'CAROUSEL',
    pieceFields,
    parentFields: (made) => parentFields(post, kind, made),
  }
}
