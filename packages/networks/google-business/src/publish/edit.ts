import {
  ConfigError,
  type Connection,
  invalidPost,
  measureText,
  type PostEdit,
  type PostResult,
  type PublishCall,
  readOptions,
} from '@social/core/platform'

import { fullNameOf } from '../addresses.js'
import { BUSINESS_COST, MAX_POST_LENGTH, REPEATABLE_SECONDS } from '../limits.js'
import { toPostResult } from '../map/index.js'
import { editOptions, type Settings } from '../options.js'
import { postReply } from '../schemas.js'
import { editData } from './receipts.js'

/**
 * Returns the API path of a post in this location.
 *
 * @throws ConfigError for an id that is not a post of this location.
 */
export function postPath(postId: string, connection: Connection): string {
  const [before, id = '', ...rest] = postId.split('/localPosts/')
  if (before === fullNameOf(connection) && rest.length === 0 && /^[\w-]{1,200}$/.test(id)) return postId
  throw new ConfigError(
    `This is not a post of ${connection.accountName}. Pass the id that account.post returned: ${fullNameOf(connection)}/localPosts/…`,
    { platform: 'google_business' },
  )
}

interface Change {
  readonly summary?: string
  readonly callToAction?: { readonly actionType: string; readonly url?: string }
}

function readChange({ text, options }: PostEdit): Change {
  const { callToActionType: actionType, callToActionUrl: url } = readOptions(editOptions, options, {
    platform: 'google_business',
  })
  const length = text === null ? 0 : measureText(text)
  if (length > MAX_POST_LENGTH)
    throw invalidPost('google_business', {
      field: 'text',
      code: 'TEXT_TOO_LONG',
      limit: MAX_POST_LENGTH,
      actual: length,
      facts: { over: length - MAX_POST_LENGTH },
      message: `The new text has ${length} characters; google_business takes at most ${MAX_POST_LENGTH}. Shorten it by ${length - MAX_POST_LENGTH}.`,
    })
  return {
    ...(text !== null && { summary: text }),
    ...(actionType !== undefined && { callToAction: { actionType, ...(url !== undefined && { url }) } }),
  }
}

/**
 * Changes the text or the button of a post. Repeating the change has no effect.
 * https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts/patch (copy of 2026)
 */
export async function editLocalPost(
  postId: string,
  edit: PostEdit,
  { addresses }: Settings,
  call: PublishCall,
): Promise<PostResult> {
  const path = postPath(postId, call.connection)
  const json = readChange(edit)
  const now = call.clock.now()
  const { data: post, raw } = await call.http.request('PATCH', `${addresses.business}/${path}`, postReply, {
    query: { updateMask: Object.keys(json).join(',') },
    json,
    retry: 'always',
    finish: {
      data: editData(postId, edit.text, call.networkNow()),
      repeatableUntil: new Date(now.getTime() + REPEATABLE_SECONDS * 1000),
    },
    cost: BUSINESS_COST,
  })
  return toPostResult(post, raw, call.idempotencyKey)
}
