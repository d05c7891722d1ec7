import { type Media, mediaPart, type MultipartPart, type PublishCall } from '@social/core/platform'
import { idPath } from '@social/meta-kit'

import { keep, type Kept } from '../publish/receipt.js'
import { idReply } from '../schemas.js'

/** Builds the request body of a picture: the URL that Facebook fetches, or the file. */
async function bodyOf(
  media: Media,
  isScheduled: boolean,
  { signal }: PublishCall,
): Promise<
  { readonly multipart: readonly MultipartPart[] } | { readonly form: Readonly<Record<string, string>> }
> {
  const fields = {
    published: 'false',
    // `temporary` keeps the unpublished picture until its scheduled post is published.
    ...(isScheduled && { temporary: 'true' }),
    ...(media.altText && { alt_text_custom: media.altText }),
  }
  if (media.url !== null) return { form: { ...fields, url: media.url } }
  const parts = Object.entries(fields).map(([name, value]) => ({ name, value }))
  return { multipart: [...parts, await mediaPart(media, 'source', { signal })] }
}

/**
 * Uploads the pictures of a post one after another. Saves each id, so that a later attempt does
 * not upload a picture twice. The pictures are invisible until a post contains them.
 * https://developers.facebook.com/docs/graph-api/reference/page/photos
 *
 * @returns Ids of the pictures, in order.
 */
export async function uploadPictures(
  media: readonly Media[],
  { isScheduled, kept }: { readonly isScheduled: boolean; readonly kept: Pick<Kept, 'photos' | 'photosAt'> },
  call: PublishCall,
): Promise<Pick<Kept, 'photos' | 'photosAt' | 'upload'>> {
  const photos = [...kept.photos]
  let { photosAt } = kept
  const sizes = await Promise.all(media.map(async (one) => (await one.size()) ?? 0))
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0)
  for (const [mediaIndex, picture] of media.entries()) {
    const sentBytes = sizes.slice(0, mediaIndex + 1).reduce((sum, size) => sum + size, 0)
    if (mediaIndex < photos.length) continue
    const body = await bodyOf(picture, isScheduled, call)
    // A retry is safe, because a duplicate picture is invisible and Facebook deletes pictures
    // without a post.
    const path = idPath(call.connection.accountId, 'photos')
    const { id } = await call.http.post(path, idReply, { ...body, retry: 'always' })
    photos.push(id)
    photosAt ??= call.clock.now().toISOString()
    await keep({ photos: [...photos], photosAt, upload: null }, call)
    call.progress({ mediaIndex, mediaCount: media.length, sentBytes, totalBytes })
  }
  return { photos, photosAt, upload: null }
}
