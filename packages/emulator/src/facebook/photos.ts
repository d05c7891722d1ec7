import { sniff } from '../framework/files/sniff.js'
import type { SignedVisit } from '../meta/dispatch.js'
import { fetchFile } from '../meta/fetch-file.js'
import type { Params } from '../meta/params.js'
import { badParameter } from '../meta/refusal.js'
import { asNumber } from '../meta/reply.js'
import { nextId } from '../meta/state.js'
import { facebookRefusal } from './faults.js'
import { keepPost, notePost, PUBLISH, textOf } from './feed.js'
import type { Photo } from './records.js'
import { readTiming, TIMING } from './schedule.js'
import { type FacebookState, pageInPath } from './state.js'

interface PictureFile {
  readonly bytes: number
  readonly sha256: string
  readonly contentType: string | null
}

const isTiffOrBmp = (head: Uint8Array): boolean =>
  /^(?:BM|II\*\0|MM\0\*)/.test(Buffer.from(head.subarray(0, 4)).toString('latin1'))

async function readPicture(state: FacebookState, params: Params): Promise<PictureFile> {
  const file = params.files.get('source')
  const url = params.text('url')
  if (file !== undefined) {
    const { bytes, sum, head } = file.received
    const contentType = isTiffOrBmp(head) ? 'image/tiff' : (sniff(head)?.contentType ?? null)
    return { bytes, sha256: sum ?? '', contentType }
  }
  if (url === null) throw facebookRefusal('BAD_FILE')
  if (URL.parse(url) === null) throw facebookRefusal('BAD_URL')
  const fetched = await fetchFile(state, url, state.own.largestPictureBytes)
  if (fetched === 'TOO_BIG') throw facebookRefusal('PICTURE')
  if (typeof fetched === 'string') throw facebookRefusal('BAD_FILE')
  return { bytes: fetched.bytes, sha256: fetched.sha256, contentType: fetched.sniffed?.contentType ?? null }
}

const FORMATS = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/tiff'])

/** POST /:id/photos: uploads a photo. A published or scheduled photo also gets a post. */
export async function createPhoto(
  state: FacebookState,
  { access, params, path }: SignedVisit,
): Promise<unknown> {
  const page = pageInPath(state, access, path['id'] ?? '', PUBLISH)
  params.only(
    'source',
    'url',
    'message',
    'caption',
    'alt_text_custom',
    'temporary',
    'place',
    'no_story',
    ...TIMING,
  )
  if (params.has('source') && params.has('url')) throw badParameter('Only one of source and url may be given')
  const timing = readTiming(state, params)
  const { bytes, sha256, contentType } = await readPicture(state, params)
  if (bytes > state.own.largestPictureBytes || contentType === null || !FORMATS.has(contentType))
    throw facebookRefusal('PICTURE')
  const photo: Photo = {
    id: nextId(state),
    pageId: page.id,
    createdAt: state.clock.now(),
    altText: params.text('alt_text_custom'),
    bytes,
    sha256,
    temporary: params.boolean('temporary') ?? false,
    postId: null,
  }
  state.photos.set(photo.id, photo)
  if (!timing.published && timing.scheduledFor === null) return { id: photo.id }
  if (!timing.published && params.text('unpublished_content_type') !== 'SCHEDULED') return { id: photo.id }
  const message = textOf(params, params.has('message') ? 'message' : 'caption')
  const post = keepPost(state, { pageId: page.id, message, photos: [photo.id], ...timing })
  notePost(state, post, [sha256])
  return { id: photo.id, post_id: post.id }
}

/**
 * POST /:id/photo_stories: publishes an uploaded photo as a story. The photo must not belong to a
 * post or story.
 */
export function createPhotoStory(state: FacebookState, { access, params, path }: SignedVisit): unknown {
  const page = pageInPath(state, access, path['id'] ?? '', PUBLISH)
  params.only('photo_id')
  const photo = state.photos.get(params.must('photo_id'))
  if (photo === undefined || photo.pageId !== page.id)
    throw badParameter('Param photo_id must be a valid photo')
  if (photo.postId !== null) throw facebookRefusal('SAME_PHOTOS')
  const postId = nextId(state)
  photo.postId = postId
  state.stories.push({
    postId,
    pageId: page.id,
    mediaType: 'photo',
    mediaId: photo.id,
    createdAt: state.clock.now(),
  })
  state.effects.add({ account: page.id, kind: 'POST', id: postId, content: { story: photo.sha256 } })
  return { success: true, post_id: asNumber(postId) }
}
