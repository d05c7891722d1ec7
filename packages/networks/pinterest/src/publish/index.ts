import {
  type CanDeletePosts,
  type CanEditPosts,
  type CanReconcile,
  type Post,
  type PostResult,
  type PublishCall,
  readOptions,
} from '@social/core/platform'

import { WRITE_COST } from '../limits.js'
import { toPostResult } from '../map.js'
import { postOptions, type ReadOptions, type Settings } from '../options.js'
import { pinPath } from '../read/index.js'
import { createdPinReply } from '../schemas.js'
import { type CheckedPin, checkPin } from './check.js'
import { editPin, findEdit } from './edit.js'
import { findPin } from './find-pin.js'
import { toPinBody } from './pin-body.js'
import { prepareVideo } from './prepare-video.js'
import { printOf, readUploaded, type SentPin, sentPinData } from './receipt.js'
import { noticeOf } from './visibility-notice.js'

export { createBoard, createSection, type NewBoard } from './make-board.js'

/**
 * Builds the receipt data of the visible request: the board to search, and the properties that
 * identify the pin.
 */
function toSent({ text, media, options }: Post<ReadOptions>, { boardId, video }: CheckedPin): SentPin {
  const { title, link, altText, boardSectionId } = options
  const pictures = media.length > 1 ? 'multiple_images' : 'image'
  return {
    boardId,
    sectionId: boardSectionId ?? null,
    kind: video === null ? pictures : 'video',
    print: printOf({ title, description: text, link, altText }),
  }
}

/**
 * Publishes pins: checks the post, uploads a video if there is one, then creates the pin with one
 * request.
 */
export function publishing(settings: Settings) {
  async function publish(given: Post<ReadOptions>, call: PublishCall): Promise<PostResult> {
    const options = readOptions(postOptions, given.options, { platform: 'pinterest' })
    const post = { ...given, options }
    const pin = await checkPin(post, call.connection)
    if (post.media.some(({ altText }) => altText !== null) && options.altText === undefined)
      call.warn(
        'pinterest accepts one alt text for the whole pin: options.altText. The alt texts of the files were not sent.',
      )
    const mediaId = pin.video && (await prepareVideo(pin.video, settings, call))
    const body = await toPinBody({ post, boardId: pin.boardId, mediaId }, call.signal)
    const { data, raw, headers } = await call.http.request('POST', '/pins', createdPinReply, {
      ...body,
      finish: { data: sentPinData(toSent(post, pin), readUploaded(call.receipt)) },
      cost: WRITE_COST,
    })
    const { idempotencyKey } = call
    return toPostResult({ id: data.id, raw }, { idempotencyKey, notice: noticeOf(headers, settings) })
  }

  const reconcile: CanReconcile['reconcile'] = (receipt, call) =>
    call.operation === 'editPost' ? findEdit(receipt, settings, call) : findPin(receipt, settings, call)

  const editing: CanEditPosts = {
    editPost: (postId, edit, call) => editPin(postId, edit, settings, call),
  }

  const deleting: CanDeletePosts = {
    async deletePost(postId, { http }) {
      await http.request('DELETE', pinPath(postId), null, { cost: WRITE_COST })
    },
  }

  return { postOptions, publish, reconcile, ...editing, ...deleting }
}
