import { type Call, NotAllowedError } from '@social/core/platform'

import { parseUri, readRecord } from '../map/index.js'
import { askWhyAbsent, gone, assertPostUri } from '../read.js'
import { type PostView, postsReply, type StrongRef } from '../schemas.js'
import { findRecord } from './write-record.js'

/** References of a post. */
export interface References {
  readonly reply: { readonly root: StrongRef; readonly parent: StrongRef } | null
  readonly quote: StrongRef | null
}

/** Of a post that neither answers nor quotes. */
export const NO_REFERENCES: References = { reply: null, quote: null }

/** What one look-up told of a post. */
interface Known {
  readonly ref: StrongRef
  readonly root: StrongRef | null
  readonly view: PostView | null
}

/** An own post is asked of the own server: what was written a moment ago is there, and only there. */
async function readOwn(uri: string, call: Call): Promise<Known> {
  const address = parseUri(uri)
  const found = address && (await findRecord(address, call))
  if (!found?.cid) throw gone(uri, found?.raw ?? {})
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
    const view = views.find((one) => one.uri === uri) ?? (await askWhyAbsent(uri, call))
    known.set(uri, {
      ref: { uri: view.uri, cid: view.cid },
      root: readRecord(view.record).reply?.root ?? null,
      view,
    })
  }
  for (const uri of uris.filter(isOwn)) known.set(uri, await readOwn(uri, call))
  return known
}

/** The server would take it, and nobody would ever see it. */
function refuseHidden(known: Known, verb: 'reply' | 'quote'): void {
  const viewer = known.view?.viewer
  const isOff = verb === 'reply' ? viewer?.replyDisabled : viewer?.embeddingDisabled
  if (!isOff) return
  const what = verb === 'reply' ? 'who may answer this post' : 'quotes of this post'
  throw new NotAllowedError(
    `Its author limits ${what}, and this account is not among them: bluesky would take the post and show it to nobody. Leave the ${verb} out.`,
    { platform: 'bluesky', raw: known.view ?? {} },
  )
}

/**
 * Looks up what a post answers and quotes, in one request; one more for each of the account's own.
 *
 * @throws PostGoneError when one of them is deleted, or never existed.
 * @throws BlockedError when a block exists between the account and its author.
 * @throws NotAllowedError when its author lets nobody, or not this account, do that.
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
    if (!found) throw gone(uri, {})
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
