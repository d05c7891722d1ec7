import {
  type CanEditPosts,
  type Call,
  checkTextLength,
  invalidPost,
  makePostResult,
  type PostEdit,
  type PostResult,
  type PostState,
  type RawData,
  readOptions,
  type Reconciled,
  withInfo,
} from '@social/core/platform'
import { idPath, textMark } from '@social/meta-kit'
import * as v from 'valibot'

import { limitsOf } from '../limits.js'
import { postUrl, toPostState, toVideoResult } from '../map/index.js'
import { TEXTS } from '../messages.js'
import { INFO } from '../option-infos.js'
import type { Settings } from '../options.js'
import { editedReply, successReply } from '../schemas.js'
import { CHECKED } from './check.js'
import { type SavedRequest, NOTHING_PREPARED, sentData } from './receipt.js'

/** Editable fields in addition to the text. */
const editOptions = v.strictObject({
  /** Title of a video or a reel. Facebook's `name`. */
  title: v.optional(withInfo(v.pipe(v.string(), v.nonEmpty()), INFO.title)),
})

/**
 * Returns true for the id of a post, `<page>_<post>`, whose text is its `message`. The id of a video has no
 * underscore, and its text is its `description`.
 */
const isPost = (postId: string): boolean => postId.includes('_')

/** Reads the current text and the publish state of a post or video. */
export async function readEdited(postId: string, { http, connection }: Call) {
  const fields = isPost(postId) ? 'message,is_published,scheduled_publish_time' : 'description,title,status'
  const { data, raw } = await http.request('GET', idPath(postId), editedReply, { query: { fields } })
  const state: PostState = isPost(postId)
    ? data.is_published === false && data.scheduled_publish_time != null
      ? 'SCHEDULED'
      : 'DONE'
    : toPostState(data.status ?? {})
  const toResult = (from: RawData, idempotencyKey: string | null): PostResult => {
    if (!isPost(postId))
      return toVideoResult(
        { id: postId, pageId: connection.accountId, state, status: data.status },
        from,
        idempotencyKey,
      )
    const url = state === 'SCHEDULED' ? null : postUrl(postId)
    return makePostResult({ id: postId, url, state, raw: from, idempotencyKey })
  }
  return { data, raw, toResult }
}

function formOf(postId: string, { text, options }: PostEdit): Readonly<Record<string, string | undefined>> {
  const { title } = readOptions(editOptions, options, { platform: 'facebook' })
  if (!isPost(postId)) return { ...(text !== null && { description: text }), name: title }
  if (title !== undefined)
    throw invalidPost('facebook', {
      field: 'options',
      optionPath: 'title',
      code: 'TITLE_WITHOUT_VIDEO',
      userText: TEXTS.TITLE_WITHOUT_VIDEO,
      message: 'options.title is only for a video or a reel, and this is a post. Omit it.',
    })
  return text === null ? {} : { message: text }
}

/**
 * Edits published and scheduled posts: the text of a post that this app created, the text and title of a video.
 * Repeating an edit has no effect. https://developers.facebook.com/documentation/pages-api/posts (read 2026-11-22)
 */
export function editing(settings: Settings): CanEditPosts {
  return {
    /**
     * Sends two requests, because the result contains the publish state: first a query of the state, then the edit.
     */
    async editPost(postId, edit, call) {
      const limits = limitsOf(settings)
      if (edit.text !== null) checkTextLength(edit.text, { platform: CHECKED, limits, options: {} })
      const form = formOf(postId, edit)
      const { toResult } = await readEdited(postId, call)
      const text = edit.text ?? form['name'] ?? ''
      const { raw } = await call.http.request('POST', idPath(postId), successReply, {
        form,
        retry: 'always',
        finish: {
          data: sentData(
            NOTHING_PREPARED,
            { way: edit.text === null ? 'TITLE' : 'WORDS', text, on: postId },
            call,
          ),
        },
      })
      return toResult(raw, call.idempotencyKey)
    },
  }
}

/**
 * Compares the current text of the post with the text of the edit. If the texts differ, the same edit is sent again.
 */
export async function findEdit(
  { on, way, textHash }: SavedRequest,
  call: Call & { readonly idempotencyKey: string },
): Promise<Reconciled> {
  const { data, raw, toResult } = await readEdited(on ?? '', call)
  const now = way === 'TITLE' ? data.title : (data.message ?? data.description)
  if (textMark(now ?? '') !== textHash) return { state: 'NOT_PUBLISHED' }
  return { state: 'FOUND', result: toResult(raw, call.idempotencyKey) }
}
