import { type Attachment, makeAttachment, type RawData } from '@social/core/platform'
import * as v from 'valibot'

/**
 * Attachments of a pushed message. The address is missing for some kinds, such as a shared location.
 * https://developers.facebook.com/docs/messenger-platform/reference/webhook-events/messages
 */
const attachment = v.object({
  type: v.string(),
  payload: v.optional(
    v.fallback(v.object({ url: v.fallback(v.nullish(v.string()), null) }), { url: null }),
    {},
  ),
})

/** Maximum attachments that are read from one message. Our choice. */
const MAX_ATTACHMENTS = 100

/** Reads the attachments of a pushed message of Facebook or Instagram. */
export function messageAttachments(message: RawData): readonly Attachment[] {
  const list: unknown = message['attachments']
  if (!Array.isArray(list)) return []
  return list.slice(0, MAX_ATTACHMENTS).flatMap((item: unknown) => {
    const read = v.safeParse(attachment, item)
    return read.success
      ? [makeAttachment({ kind: read.output.type, url: read.output.payload.url ?? null })]
      : []
  })
}
