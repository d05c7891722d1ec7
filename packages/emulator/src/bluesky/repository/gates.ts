import type { BlueskyState, StoredRecord } from '../state.js'
import { isInput } from '../wire/input.js'

/** Returns the owner and the key of an `at://` URI. */
function partsOf(uri: string): { readonly owner: string; readonly key: string } {
  const [, owner = '', key = ''] = /^at:\/\/([^/]+)\/[^/]+\/([^/]+)$/.exec(uri) ?? []
  return { owner, key }
}

/** Finds the gate of a post. A gate is a record with the post's key in the post's repository. */
function gateOf(state: BlueskyState, uri: string, kind: 'threadgate' | 'postgate'): StoredRecord | null {
  const { owner, key } = partsOf(uri)
  const gate = state.records.get(`at://${owner}/app.bsky.feed.${kind}/${key}`)
  return gate?.value['post'] === uri ? gate : null
}

const typesIn = (rules: unknown): readonly unknown[] =>
  Array.isArray(rules) ? rules.map((rule) => (isInput(rule) ? rule['$type'] : null)) : []

function mentions({ value }: StoredRecord, did: string): boolean {
  return JSON.stringify(value['facets'] ?? []).includes(JSON.stringify(did))
}

function follows(state: BlueskyState, one: string, other: string): boolean {
  return [...state.records.values()].some(
    ({ did, collection, value }) =>
      did === one && collection === 'app.bsky.graph.follow' && value['subject'] === other,
  )
}

/**
 * Returns true if the network shows a person's replies in a thread. The emulator has no user
 * lists, so a rule that allows a list allows no person.
 */
export function mayReply(state: BlueskyState, root: string, did: string): boolean {
  const { owner } = partsOf(root)
  if (owner === did) return true
  if (state.gated.has(root)) return false
  const allow = gateOf(state, root, 'threadgate')?.value['allow']
  if (allow === undefined) return true
  const post = state.records.get(root)
  return typesIn(allow).some((type) => {
    switch (type) {
      case 'app.bsky.feed.threadgate#mentionRule':
        return post !== undefined && mentions(post, did)
      case 'app.bsky.feed.threadgate#followerRule':
        return follows(state, did, owner)
      case 'app.bsky.feed.threadgate#followingRule':
        return follows(state, owner, did)
      default:
        return false
    }
  })
}

/** Returns true if the network shows a person's quotes of a post. */
export function mayQuote(state: BlueskyState, uri: string, did: string): boolean {
  if (partsOf(uri).owner === did) return true
  if (state.unquotable.has(uri)) return false
  const rules = gateOf(state, uri, 'postgate')?.value['embeddingRules']
  return !typesIn(rules).includes('app.bsky.feed.postgate#disableRule')
}
