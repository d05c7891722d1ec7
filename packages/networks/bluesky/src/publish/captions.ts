import type { PublishCall } from '@social/core/platform'

import type { ReadOptions } from '../options.js'
import { type BlobRef, blobReply } from '../schemas.js'
import { type Progressed, toData } from './lost/receipt.js'

/** A caption in the format of a video embed. */
export interface Caption {
  readonly lang: string
  readonly file: BlobRef
}

/**
 * Uploads the captions of a video and saves all of them in one checkpoint. Reuses the captions
 * that an earlier attempt uploaded.
 */
export async function uploadCaptions(
  captions: NonNullable<ReadOptions['captions']>,
  begun: Progressed,
  call: PublishCall,
): Promise<{ readonly captions: readonly Caption[]; readonly progress: Progressed }> {
  let progress = begun
  if (progress.captions.length < captions.length) {
    const files: BlobRef[] = []
    for (const { vtt } of captions) {
      const options = { body: Buffer.from(vtt), contentType: 'text/vtt', retry: 'always' } as const
      files.push((await call.http.post('/xrpc/com.atproto.repo.uploadBlob', blobReply, options)).blob)
    }
    const uploadedAt = progress.uploadedAt ?? call.clock.now().toISOString()
    progress = { ...progress, captions: files, uploadedAt }
    await call.checkpoint({ step: 'PREPARE', data: toData(progress) })
  }
  return {
    progress,
    captions: captions.flatMap(({ lang }, index) => {
      const file = progress.captions[index]
      return file ? [{ lang, file }] : []
    }),
  }
}
