import {
  makePostDetails,
  makePostResult,
  type PostDetails,
  type PostResult,
  type RawData,
} from '@social/core/platform'
import * as v from 'valibot'

import { type PostRecord, postRecord, type PostView } from '../schemas.js'
import { toAttachments } from './embed.js'
import { toTextLinks } from './facets.js'
import { toMomentOrNull } from './moments.js'
import { toPerson } from './people.js'
import { toPageUrl } from './uri.js'

/** Reads the record of a post. Unreadable fields become empty. */
export function readRecord(record: unknown): PostRecord {
  const read = v.safeParse(postRecord, record)
  return read.success ? read.output : { text: '', createdAt: null, facets: [], reply: null }
}

/**
 * Converts a post view to a post of the library.
 *
 * @param did - DID of the account that reads the post, for `isMine`.
 */
export function toPostDetails(view: PostView, did: string): PostDetails {
  const record = readRecord(view.record)
  const author = toPerson(view.author)
  return makePostDetails({
    id: view.uri,
    cid: view.cid,
    url: toPageUrl(view.author.handle, view.uri),
    author,
    text: record.text,
    links: toTextLinks(record.text, record.facets),
    attachments: toAttachments(view.embed),
    createdAt: toMomentOrNull(record.createdAt) ?? toMomentOrNull(view.indexedAt),
    parentId: record.reply?.parent.uri ?? null,
    rootId: record.reply?.root.uri ?? view.uri,
    replyCount: view.replyCount ?? null,
    likeCount: view.likeCount ?? null,
    repostCount: view.repostCount ?? null,
    quoteCount: view.quoteCount ?? null,
    likedByMe: view.viewer ? typeof view.viewer.like === 'string' : null,
    myLikeId: view.viewer?.like ?? null,
    repostedByMe: view.viewer ? typeof view.viewer.repost === 'string' : null,
    myRepostId: view.viewer?.repost ?? null,
    isMine: view.author.did === did,
    raw: view,
  })
}

/** Creates the result of a published post. */
export function toPostResult(
  written: { readonly uri: string; readonly cid: string | null },
  facts: { readonly did: string; readonly idempotencyKey: string | null; readonly raw: RawData },
): PostResult {
  const { did, idempotencyKey, raw } = facts
  return makePostResult({
    id: written.uri,
    cid: written.cid,
    url: toPageUrl(did, written.uri),
    idempotencyKey,
    raw,
  })
}
