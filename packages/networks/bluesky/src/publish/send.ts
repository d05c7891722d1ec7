import type { Limits, Post, PostResult, PublishCall } from '@social/core/platform'

import { POSTS, toPostResult, toUri } from '../map/index.js'
import type { ReadOptions, Settings } from '../options.js'
import { attach } from './attachments.js'
import { checkDraft, checkText } from './check.js'
import { toGates } from './gates.js'
import { type Progressed, readProgress, toData } from './lost/receipt.js'
import { hasTimedOut } from './lost/reconcile.js'
import { toRecord } from './record.js'
import { NO_REFERENCES, readReferences } from './references.js'
import { mayHoldMarks, readFacets } from './text/facets.js'
import { findRecord, type Written, writeRecord } from './write-record.js'

/**
 * Seconds in which a request without a response can be sent again. Servers keep the uploaded files
 * at least this long. https://atproto.com/specs/blob (read 2026-11-22)
 */
const REPEATABLE_SECONDS = 60 * 60

/**
 * Returns the record that an earlier attempt created without receiving a response; null when no
 * such record exists.
 */
async function findEarlier({ key }: Progressed, call: PublishCall): Promise<Written | null> {
  const { receipt } = call
  if (receipt?.step !== 'FINISH') return null
  const found = await findRecord({ collection: POSTS, key }, call)
  if (found === null && hasTimedOut(receipt, call.clock))
    await call.notPublished('no record has its key, and its request can no longer be in progress.')
  return found
}

/**
 * Checks and publishes a post: reads the parent and quoted post, uploads the files, finds links
 * and mentions, and writes the record. The record key is saved before the request, so that no
 * attempt creates a second post.
 */
export async function sendPost(
  post: Post<ReadOptions>,
  { settings, limits }: { readonly settings: Settings; readonly limits: Limits },
  call: PublishCall,
): Promise<PostResult> {
  const did = call.connection.accountId
  const { idempotencyKey } = call
  const begun = readProgress(call)
  const earlier = call.receipt === null ? null : await findEarlier(begun, call)
  if (earlier) return toPostResult(earlier, { did, idempotencyKey, raw: earlier.raw })
  const { text, replyTo, options } = post
  if (post.media.length > 0) await checkDraft(post, limits)
  else checkText(post, limits)
  if (call.receipt === null) await call.checkpoint({ step: 'PREPARE', data: toData(begun) })
  const { quote = null } = options
  const pointsNowhere = replyTo === null && quote === null
  const references = pointsNowhere ? NO_REFERENCES : await readReferences({ replyTo, quote }, call)
  const facets = mayHoldMarks(text) ? await readFacets(text, call) : []
  const attaching = attach(post, begun, settings, call)
  const { files, captions, card, progress } = attaching instanceof Promise ? await attaching : attaching
  const { key, createdAt } = progress
  const record = toRecord({ text, createdAt, facets, references, files, captions, card, options })
  const finish = {
    data: toData(progress),
    repeatableUntil: new Date(call.clock.now().getTime() + REPEATABLE_SECONDS * 1000),
  }
  const uri = toUri({ authority: did, collection: POSTS, key })
  const companions = toGates(options, { uri, createdAt })
  const written = await writeRecord({ collection: POSTS, key, record, companions, finish }, call)
  return toPostResult(written, { did, idempotencyKey, raw: written.raw })
}
