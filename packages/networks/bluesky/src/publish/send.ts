import type { Post, PostResult, PublishCall } from '@social/core/platform'

import { POSTS, toPostResult } from '../map/index.js'
import type { ReadOptions, Settings } from '../options.js'
import { writtenReply } from '../schemas.js'
import { uploadFiles } from '../upload.js'
import { readFacets } from './facets.js'
import { readProgress, toData } from './receipt.js'
import { toRecord } from './record.js'
import { readReferences } from './references.js'

/**
 * Sends a post that was checked: looks up what it points to, uploads its files, marks its text, writes the record. Its
 * key is written down before anything is sent, so that no try makes a second post.
 */
export async function sendPost(
  post: Post<ReadOptions>,
  settings: Settings,
  call: PublishCall,
): Promise<PostResult> {
  const { text, replyTo, options } = post
  const begun = readProgress(call)
  if (call.receipt === null) await call.checkpoint({ step: 'PREPARE', data: toData(begun) })
  const references = await readReferences({ replyTo, quote: options.quote ?? null }, call)
  const facets = await readFacets(text, call)
  const { files, progress } = await uploadFiles(post.media, begun, settings, call)
  const { key, createdAt } = progress
  const record = toRecord({ text, createdAt, facets, references, files, options })
  const did = call.connection.accountId
  const { data, raw } = await call.http.request('POST', '/xrpc/com.atproto.repo.createRecord', writtenReply, {
    json: { repo: did, collection: POSTS, rkey: key, record },
    finish: { data: toData(progress) },
  })
  return toPostResult(data, { did, idempotencyKey: call.idempotencyKey, raw })
}
