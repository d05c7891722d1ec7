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

/** Platform properties that the shared checks read. */
const CHECKED: CheckContext['platform'] = {
  name: 'pinterest',
  features: new Set(['POST_IMAGE', 'POST_VIDEO'] as const),
  textOnlyAdvice: 'Every pin is a picture or a video, and Post.text is its description.',
}

/** Image types accepted as bytes. `ContentType` of the official description. */
const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png'])

function refuse(message: string): InvalidPostError {
  return new InvalidPostError(message, { platform: 'pinterest' })
}

/**
 * Returns the board of the post, otherwise the board stored with the connection. The library never
 * chooses a board itself.
 */
function boardOf({ boardId }: ReadOptions, { extra }: Connection): string {
  if (boardId !== undefined) return boardId
  const kept = extra['boardId']
  if (kept === undefined || kept === null)
    throw refuse(
      'pinterest requires a board for every pin. Pass options.boardId, or store extra.boardId in the connection. account.run(boards) lists the boards.',
    )
  if (typeof kept === 'string' && isPinterestId(kept)) return kept
  throw refuse(
    'extra.boardId of the connection must be a board id, which is text with digits. A number would lose digits. account.run(boards) lists the boards.',
  )
}

function checkPictures(pictures: readonly Media[]): void {
  const files = pictures.filter(({ url }) => url === null)
  if (files.length > 0 && files.length < pictures.length)
    throw refuse(
      'pinterest accepts the pictures of one pin either all as URLs or all as files. Pass all pictures in the same way.',
    )
  const other = files.find(({ contentType }) => !PICTURE_TYPES.has(contentType))
  if (other !== undefined)
    throw refuse(
      `pinterest accepts picture files of the types JPEG and PNG, not ${other.contentType} (${other.filename ?? 'no name'}). Convert it, or pass a URL that Pinterest can fetch.`,
    )
}

async function checkVideo(video: Media): Promise<void> {
  refuseAddresses([video], { platform: 'pinterest' })
  const size = await video.size()
  if (size !== null && size > MAX_VIDEO_BYTES)
    throw refuse(
      `The video has ${size} bytes. pinterest accepts at most ${MAX_VIDEO_BYTES} (2 GB). Make it smaller.`,
    )
}

function refuseCovers({ coverImageUrl, coverImageKeyFrameTime }: ReadOptions): void {
  const given = coverImageUrl === undefined ? 'coverImageKeyFrameTime' : 'coverImageUrl'
  if (coverImageUrl !== undefined || coverImageKeyFrameTime !== undefined)
    throw refuse(`options.${given} requires a video, and the pin has none. Remove the option.`)
}

/**
 * Refuses a connection that is known to lack a scope. A connection with unknown scopes is accepted.
 *
 * @throws MissingPermissionError with the missing scopes.
 */
export function checkScopes({ scopes }: Connection): void {
  const missing = POSTING_SCOPES.filter((scope) => !scopes.includes(scope))
  if (scopes.length === 0 || missing.length === 0) return
  throw new MissingPermissionError({
    platform: 'pinterest',
    needs: missing.join(', '),
    suggestion: `Creating and changing pins requires the scopes ${POSTING_SCOPES.join(', ')}. Sign the account in again and request all of them.`,
  })
}

/** A valid pin. */
export interface CheckedPin {
  readonly boardId: string
  /** The video; null for images. */
  readonly video: Media | null
}

/**
 * Refuses an invalid post before any request.
 *
 * @throws NotSupportedError for a post without a file, a reply, or a scheduled post.
 * @throws InvalidPostError with the required change.
 * @throws MissingPermissionError when the connection is known to lack a scope.
 */
export async function checkPin(post: Post<ReadOptions>, connection: Connection): Promise<CheckedPin> {
  checkPost(post, { platform: CHECKED, limits: LIMITS })
  const { media, options } = post
  const video = media.find(({ kind }) => kind === 'VIDEO') ?? null
  if (video !== null && media.length > 1)
    throw refuse('pinterest accepts a video or pictures in one pin, not both. Create two pins.')
  if (video === null) refuseCovers(options)
  const boardId = boardOf(options, connection)
  if (video === null) checkPictures(media)
  else await checkVideo(video)
  checkScopes(connection)
  return { boardId, video }
}
