import {
  type CheckContext,
  checkPost,
  type Connection,
  InvalidPostError,
  type Media,
  MissingPermissionError,
  type Post,
  refuseAddresses,
} from '@social/core/platform'

import { POSTING_SCOPES } from '../errors/index.js'
import { MAX_VIDEO_BYTES, LIMITS } from '../limits.js'
import type { ReadOptions } from '../options.js'
import { isPinterestId } from '../read/index.js'

/** Platform fields read by the shared checks. */
const CHECKED: CheckContext['platform'] = {
  name: 'pinterest',
  features: new Set(['POST_IMAGE', 'POST_VIDEO'] as const),
  textOnlyAdvice: 'Every pin is a picture or a video, and Post.text is its description.',
}

/** Types of pictures that can be sent as bytes. `ContentType` of the official description. */
const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png'])

function refuse(message: string): InvalidPostError {
  return new InvalidPostError(message, { platform: 'pinterest' })
}

/** The board of the post, or the one the application keeps with the connection. The library never picks one. */
function boardOf({ boardId }: ReadOptions, { extra }: Connection): string {
  if (boardId !== undefined) return boardId
  const kept = extra['boardId']
  if (kept === undefined || kept === null)
    throw refuse(
      'pinterest needs a board for every pin. Pass options.boardId, or keep extra.boardId with the connection; account.run(boards) lists them.',
    )
  if (typeof kept === 'string' && isPinterestId(kept)) return kept
  throw refuse(
    'extra.boardId of the connection must be the id of a board: digits, as text, because a number loses some of them. account.run(boards) lists them.',
  )
}

function checkPictures(pictures: readonly Media[]): void {
  const files = pictures.filter(({ url }) => url === null)
  if (files.length > 0 && files.length < pictures.length)
    throw refuse(
      'pinterest takes the pictures of one pin either all by their address or all as files. Pass them all the same way.',
    )
  const other = files.find(({ contentType }) => !PICTURE_TYPES.has(contentType))
  if (other !== undefined)
    throw refuse(
      `pinterest takes picture files of the types JPEG and PNG, not ${other.contentType} (${other.filename ?? 'no name'}). Convert it, or pass an address that Pinterest can fetch.`,
    )
}

async function checkVideo(video: Media): Promise<void> {
  refuseAddresses([video], { platform: 'pinterest' })
  const size = await video.size()
  if (size !== null && size > MAX_VIDEO_BYTES)
    throw refuse(
      `The video has ${size} bytes; pinterest takes at most ${MAX_VIDEO_BYTES} (2 GB). Make it smaller.`,
    )
}

function refuseCovers({ coverImageUrl, coverImageKeyFrameTime }: ReadOptions): void {
  const given = coverImageUrl === undefined ? 'coverImageKeyFrameTime' : 'coverImageUrl'
  if (coverImageUrl !== undefined || coverImageKeyFrameTime !== undefined)
    throw refuse(`options.${given} is for videos; this pin has none. Take it out.`)
}

/**
 * Refuses what a scope is known to be missing for. A connection that does not know its scopes is not refused.
 *
 * @throws MissingPermissionError naming those that are missing.
 */
export function checkScopes({ scopes }: Connection): void {
  const missing = POSTING_SCOPES.filter((scope) => !scopes.includes(scope))
  if (scopes.length === 0 || missing.length === 0) return
  throw new MissingPermissionError({
    platform: 'pinterest',
    needs: missing.join(', '),
    suggestion: `Making and changing a pin needs ${POSTING_SCOPES.join(', ')} together. Sign the account in again and ask for them.`,
  })
}

/** A pin that may be made. */
export interface CheckedPin {
  readonly boardId: string
  /** The video; null for pictures. */
  readonly video: Media | null
}

/**
 * Refuses an invalid post before any request.
 *
 * @throws NotSupportedError for a post without a file, one that answers another, or one for later.
 * @throws InvalidPostError naming what to correct.
 * @throws MissingPermissionError when the connection is known to lack a scope.
 */
export async function checkPin(post: Post<ReadOptions>, connection: Connection): Promise<CheckedPin> {
  checkPost(post, { platform: CHECKED, limits: LIMITS })
  const { media, options } = post
  const video = media.find(({ kind }) => kind === 'VIDEO') ?? null
  if (video !== null && media.length > 1)
    throw refuse('A pin of pinterest shows a video or pictures, not both. Post them one after the other.')
  if (video === null) refuseCovers(options)
  const boardId = boardOf(options, connection)
  if (video === null) checkPictures(media)
  else await checkVideo(video)
  checkScopes(connection)
  return { boardId, video }
}
