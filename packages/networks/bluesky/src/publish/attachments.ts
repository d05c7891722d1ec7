import type { Post, PublishCall } from '@social/core/platform'

import type { ReadOptions, Settings } from '../options.js'
import type { Card } from '../schemas.js'
import { uploadFiles } from '../upload.js'
import { type Caption, uploadCaptions } from './captions.js'
import { readCard } from './link-card.js'
import { type Progressed, readProgress } from './lost/receipt.js'
import type { Uploaded } from './record.js'

/** Attachments of a post after their upload, and the progress to store. */
export interface Attachments {
  readonly files: readonly Uploaded[]
  readonly captions: readonly Caption[]
  readonly card: Card | null
  readonly progress: Progressed
}

/** Uploads files, captions and the image of a link card. For a text-only post, does nothing. */
export function attach(
  post: Post<ReadOptions>,
  begun: Progressed,
  settings: Settings,
  call: PublishCall,
): Attachments | Promise<Attachments> {
  if (post.media.length === 0 && post.options.external === undefined)
    return { files: [], captions: [], card: null, progress: begun }
  return attachAll(post, settings, call)
}

async function attachAll(
  post: Post<ReadOptions>,
  settings: Settings,
  call: PublishCall,
): Promise<Attachments> {
  // `readProgress` leaves out uploads that may have expired, so these files are uploaded again.
  const { files, progress: uploaded } = await uploadFiles(post.media, readProgress(call), settings, call)
  const { captions, progress: captioned } = await uploadCaptions(post.options.captions ?? [], uploaded, call)
  const { card, progress } = await readCard(post, captioned, call)
  return { files, captions, card, progress }
}
