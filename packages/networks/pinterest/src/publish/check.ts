import {
  assertAllAsync,
  type CheckContext,
  checkPost,
  type Connection,
  invalidPost,
  type Media,
  MissingPermissionError,
  type Post,
  type PostIssueInit,
} from '@social/core/platform'

import { POSTING_SCOPES } from '../errors/index.js'
import { MAX_VIDEO_BYTES, LIMITS } from '../limits.js'
import * as messages from '../messages.js'
import { COVER_LABELS, type ReadOptions } from '../options.js'
import { isPinterestId } from '../read/index.js'

/** Platform properties that the shared checks read. */
const CHECKED: CheckContext['platform'] = {
  name: 'pinterest',
  features: new Set(['POST_IMAGE', 'POST_VIDEO'] as const),
  textOnlyAdvice: 'Every pin is a picture or a video, and Post.text is its description.',
}

/** Image types accepted as bytes. `ContentType` of the official description. */
const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png'])

const refuse = (issue: PostIssueInit) => invalidPost('pinterest', issue)

/**
 * Returns the board of the post, otherwise the board stored with the connection. The library never
 * chooses a board itself.
 */
function boardOf({ boardId }: ReadOptions, { extra }: Connection): string {
  if (boardId !== undefined) return boardId
  const kept = extra['boardId']
  if (kept === undefined || kept === null)
    throw refuse({
      field: 'options',
      optionPath: 'boardId',
      code: 'BOARD_REQUIRED',
      userText: messages.BOARD_REQUIRED,
      message:
        'pinterest requires a board for every pin. Pass options.boardId, or store extra.boardId in the connection. account.run(boards) lists the boards.',
    })
  if (typeof kept === 'string' && isPinterestId(kept)) return kept
  throw refuse({
    field: 'options',
    optionPath: 'boardId',
    code: 'BOARD_INVALID',
    userText: messages.BOARD_INVALID,
    message:
      'extra.boardId of the connection must be a board id, which is text with digits. A number would lose digits. account.run(boards) lists the boards.',
  })
}

function checkPictures(media: readonly Media[]): void {
  const pictures = media.filter(({ kind }) => kind === 'IMAGE')
  const files = pictures.filter(({ url }) => url === null)
  if (files.length > 0 && files.length < pictures.length)
    throw refuse({
      field: 'media',
      code: 'PICTURES_MIXED',
      userText: messages.PICTURES_MIXED,
      message:
        'pinterest accepts the pictures of one pin either all as URLs or all as files. Pass all pictures in the same way.',
    })
}

function checkPictureType(picture: Media, mediaIndex: number): void {
  const { contentType, filename, kind, url } = picture
  if (kind !== 'IMAGE' || url !== null || PICTURE_TYPES.has(contentType)) return
  throw refuse({
    field: 'media',
    code: 'FILE_TYPE',
    mediaIndex,
    limit: 'JPEG, PNG',
    actual: contentType,
    facts: { file: filename ?? contentType },
    message: `pinterest accepts picture files of the types JPEG and PNG, not ${contentType} (${filename ?? 'no name'}). Convert it, or pass a URL that Pinterest can fetch.`,
  })
}

async function checkVideo(video: Media, mediaIndex: number): Promise<void> {
  if (video.kind !== 'VIDEO') return
  if (video.url !== null)
    throw refuse({
      field: 'media',
      code: 'FILE_MUST_BE_UPLOADED',
      mediaIndex,
      message:
        'pinterest cannot fetch a video from a URL. Download it first, and pass Media.fromFile(path) or Media.fromBytes(bytes, { filename }).',
    })
  const size = await video.size()
  if (size !== null && size > MAX_VIDEO_BYTES)
    throw refuse({
      field: 'media',
      code: 'FILE_TOO_LARGE',
      mediaIndex,
      limit: MAX_VIDEO_BYTES,
      actual: size,
      facts: { file: video.filename },
      message: `The video has ${size} bytes. pinterest accepts at most ${MAX_VIDEO_BYTES} (2 GB). Make it smaller.`,
    })
}

function refuseMixture(media: readonly Media[], video: Media | null): void {
  if (video === null || media.every(({ kind }) => kind === 'VIDEO')) return
  throw refuse({
    field: 'media',
    code: 'MIXED_MEDIA',
    message: 'pinterest accepts a video or pictures in one pin, not both. Create two pins.',
  })
}

function checkCovers({ coverImageUrl, coverImageKeyFrameTime }: ReadOptions, video: Media | null): void {
  if (coverImageUrl !== undefined && coverImageKeyFrameTime !== undefined)
    throw refuse({
      field: 'options',
      code: 'OPTION_CONFLICT',
      optionPath: 'coverImageKeyFrameTime',
      userText: messages.TWO_COVERS,
      message:
        'pinterest accepts options.coverImageUrl or options.coverImageKeyFrameTime, not both. Remove one.',
    })
  if (video !== null || (coverImageUrl === undefined && coverImageKeyFrameTime === undefined)) return
  const given = coverImageUrl === undefined ? 'coverImageKeyFrameTime' : 'coverImageUrl'
  throw refuse({
    field: 'options',
    code: 'COVER_WITHOUT_VIDEO',
    optionPath: given,
    userText: messages.COVER_WITHOUT_VIDEO,
    facts: { field: COVER_LABELS[given] },
    message: `options.${given} requires a video, and the pin has none. Remove the option.`,
  })
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
 * @throws InvalidPostError with all required changes.
 * @throws MissingPermissionError when the connection is known to lack a scope.
 */
export async function checkPin(post: Post<ReadOptions>, connection: Connection): Promise<CheckedPin> {
  const { media, options } = post
  const video = media.find(({ kind }) => kind === 'VIDEO') ?? null
  let boardId = ''
  await assertAllAsync(
    () => checkPost(post, { platform: CHECKED, limits: LIMITS }),
    () => refuseMixture(media, video),
    () => checkCovers(options, video),
    () => {
      boardId = boardOf(options, connection)
    },
    () => checkPictures(media),
    ...media.map((one, mediaIndex) => () => checkPictureType(one, mediaIndex)),
    ...media.map((one, mediaIndex) => () => checkVideo(one, mediaIndex)),
  )
  checkScopes(connection)
  return { boardId, video }
}
