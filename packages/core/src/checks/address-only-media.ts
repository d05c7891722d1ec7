import type { Media } from '../models/index.js'
import { assertContext, assertList } from '../models/values/assert-kind.js'
import { invalidPost } from './assert-all.js'

/**
 * Throws if a file of a post is given only as a URL and the network cannot fetch URLs. Call it
 * before the first request.
 *
 * @param media - The files of the post.
 * @param context - Name of the network, for the message.
 * @throws InvalidPostError that asks to download the file first.
 */
export function refuseAddresses(media: readonly Media[], context: { readonly platform: string }): void {
  assertList(media, 'refuseAddresses: media')
  assertContext(context, 'refuseAddresses')
  const remote = media.find((one) => (one?.url ?? null) !== null)
  if (!remote) return
  const name = remote.filename ? `"${remote.filename}"` : 'a file'
  throw invalidPost(context.platform, {
    field: 'media',
    code: 'FILE_MUST_BE_UPLOADED',
    mediaIndex: media.indexOf(remote),
    message: `${context.platform} cannot fetch ${name} from a URL. Download it first, and pass Media.fromFile(path) or Media.fromBytes(bytes, { filename }).`,
  })
}
