import { type Media, mediaPart, type MultipartPart, type PublishCall } from '@social/core/platform'
import { idPath } from '@social/meta-kit'

import { keep, type Kept } from '../publish/receipt.js'
import { idReply } from '../schemas.js'

/** One picture as a request; Facebook fetches an address itself. */
async function bodyOf(
  media: Media,
  isScheduled: boolean,
  { signal }: PublishCall,
): Promise<
  { readonly multipart: readonly MultipartPart[] } | { readonly form: Readonly<Record<string, string>> }
> {
  const fields = {
    published: 'false',
    // Keeps an unpublished picture until its post comes out.
    ...(isScheduled && { temporary: 'true' }),
    ...(media.altText && { alt_text_custom: media.altText }),
  }
  if (media.url !== null) return { form: { ...fields, url: media.url } }
  const parts = Object.entries(fields).map(([name, value]) => ({ name, value }))
  return { multipart: [...parts, await mediaPart(media, 'source', { signal })] }
}

/**
 * Uploads the pictures of a post one after another, each written down, so that no try uploads one twice. Nobody sees them
 * before the post names them. https://developers.facebook.com/docs/graph-api/reference/page/photos
 *
 * @returns Their ids, in order.
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
    // A picture that nobody sees may be there twice: Facebook clears the one that no post names.
    const path = idPath(call.connection.accountId, 'photos')
    const { id } = await call.http.post(path, idReply, { ...body, retry: 'always' })
    photos.push(id)
    photosAt ??= call.clock.now().toISOString()
    await keep({ photos: [...photos], photosAt, upload: null }, call)
    call.progress({ mediaIndex, mediaCount: media.length, sentBytes, totalBytes })
  }
  return { photos, photosAt, upload: null }
}
