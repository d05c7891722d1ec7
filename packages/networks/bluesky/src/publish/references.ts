import { type Call, NotAllowedError } from '@social/core/platform'

import { parseUri, readRecord } from '../map/index.js'
import { explainMissing, missingPost, assertPostUri } from '../read.js'
import { type PostView, postsReply, type StrongRef } from '../schemas.js'
import { findRecord } from './write-record.js'

/** References of a post to its parent, its root and a quoted post. */
export interface References {
  readonly reply: { readonly root: StrongRef; readonly parent: StrongRef } | null
  readonly quote: StrongRef | null
}

/** References of a post that is neither a reply nor a quote. */
export const NO_REFERENCES: References = { reply: null, quote: null }

/** A post to which the new post refers. `view` is null for an own post. */
interface Known {
  readonly ref: StrongRef
  readonly root: StrongRef | null
  readonly view: PostView | null
}

/** Reads an own post from the account's server, because other servers receive a new post later. */
async function readOwn(uri: string, call: Call): Promise<Known> {
  const address = parseUri(uri)
  const found = address && (await findRecord(address, call))
  if (!found?.cid) throw missingPost(uri, found?.raw ?? {})
  return {
    ref: { uri: found.uri, cid: found.cid },
    root: readRecord(found.raw['value']).reply?.root ?? null,
    view: null,
  }
}

async function readForeign(uris: readonly string[], call: Call): Promise<readonly PostView[]> {
  if (uris.length === 0) return []
  const { posts } = await call.http.get('/xrpc/app.bsky.feed.getPosts', postsReply, { query: { uris } })
  return posts
}

async function readAll(uris: readonly string[], call: Call): Promise<ReadonlyMap<string, Known>> {
  const isOwn = (uri: string): boolean => parseUri(uri)?.authority === call.connection.accountId
  const known = new Map<string, Known>()
  const foreign = uris.filter((uri) => !isOwn(uri))
  const views = await readForeign(foreign, call)
  for (const uri of foreign) {
    const view = views.find((one) => one.uri === uri) ?? (await explainMissing(uri, call))
    known.set(uri, {
      ref: { uri: view.uri, cid: view.cid },
      root: readRecord(view.record).reply?.root ?? null,
      view,
    })
  }
  for (const uri of uris.filter(isOwn)) known.set(uri, await readOwn(uri, call))
  return known
}

/** Refuses a reply or quote that the server would accept but applications would not display. */
function refuseHidden(known: Known, verb: 'reply' | 'quote'): void {
  const viewer = known.view?.viewer
  const isOff = verb === 'reply' ? viewer?.replyDisabled : viewer?.embeddingDisabled
  if (!isOff) return
  const what = verb === 'reply' ? 'replies to this post' : 'quotes of this post'
  throw new NotAllowedError(
    `The author of the post restricts ${what}, and this account is not allowed. bluesky would accept the post but never display it. Remove the ${verb}.`,
    { platform: 'bluesky', raw: known.view ?? {} },
  )
}

/**
 * Reads the parent and the quoted post with one request. Each own post takes one more request.
 *
 * @throws PostGoneError when one of the posts was deleted or never existed.
 * @throws BlockedError when the account and the author block each other.
 * @throws NotAllowedError when the author does not allow the account to reply or quote.
 */
export async function readReferences(
  post: { readonly replyTo: string | null; readonly quote: string | null },
  call: Call,
): Promise<References> {
  const parent = post.replyTo === null ? null : await assertPostUri(post.replyTo, call)
  const quoted = post.quote === null ? null : await assertPostUri(post.quote, call)
  const uris = [...new Set([parent, quoted].filter((uri) => typeof uri === 'string'))]
  const known = await readAll(uris, call)
  const find = (uri: string): Known => {
    const found = known.get(uri)
    if (!found) throw missingPost(uri, {})
    return found
  }
  const answered = parent ? find(parent) : null
  const quote = quoted ? find(quoted) : null
  if (answered) refuseHidden(answered, 'reply')
  if (quote) refuseHidden(quote, 'quote')
  return {
    reply: answered && { root: answered.root ?? answered.ref, parent: answered.ref },
    quote: quote?.ref ?? null,
  }
}
