import { AuthError, type Call, RateLimitError, SocialBaseError } from '@social/core/platform'

import { isWebAddress } from '../../map/index.js'
import { resolvedReply } from '../../schemas.js'
import { findMarks, type Mark, mayHoldNames } from './find-marks.js'

/** A facet of a record: a link, mention or tag, with offsets in UTF-8 bytes. */
export interface Facet {
  readonly index: { readonly byteStart: number; readonly byteEnd: number }
  readonly features: readonly [Readonly<Record<string, string>>]
}

const noName = (): boolean => false

/** Matches characters of which every link, mention and tag contains at least one. */
const MARKING = /[@#＃$.:]/

/** Returns false if a text cannot contain a link, mention or tag. */
export function mayHoldMarks(text: string): boolean {
  return MARKING.test(text)
}

/**
 * Finds the links, mentions and tags in a text. Loads the list of top-level domains only if the
 * text needs it.
 */
export async function marksOf(text: string): Promise<readonly Mark[]> {
  if (!mayHoldMarks(text)) return []
  if (!mayHoldNames(text)) return findMarks(text, noName)
  const { isTopLevelDomain } = await import('./top-level-domains.js')
  return findMarks(text, isTopLevelDomain)
}

/**
 * Returns the DID of a handle. Returns null when the handle is unknown or cannot be resolved, and
 * the mention then stays plain text.
 */
async function findDid(handle: string, call: Call): Promise<string | null> {
  try {
    const query = { handle: handle.toLowerCase() }
    return (await call.http.get('/xrpc/com.atproto.identity.resolveHandle', resolvedReply, { query })).did
  } catch (error) {
    if (!SocialBaseError.is(error) || AuthError.is(error) || RateLimitError.is(error)) throw error
    call.warn(`@${handle} stays plain text: ${error.message}`)
    return null
  }
}

function toFeature(
  { kind, value }: Mark,
  dids: ReadonlyMap<string, string | null>,
): Facet['features'][0] | null {
  switch (kind) {
    case 'LINK':
      // A link with an invalid URL stays plain text, because a server would refuse the whole post.
      return isWebAddress(value) ? { $type: 'app.bsky.richtext.facet#link', uri: value } : null
    case 'TAG':
      return { $type: 'app.bsky.richtext.facet#tag', tag: value }
    default: {
      const did = dids.get(value)
      return did ? { $type: 'app.bsky.richtext.facet#mention', did } : null
    }
  }
}

/**
 * Returns a function that converts string indexes to byte offsets. The indexes have to increase,
 * so that each part of the text is counted once.
 */
function byteCounter(text: string): (index: number) => number {
  let [index, bytes] = [0, 0]
  return (next) => {
    bytes += Buffer.byteLength(text.slice(index, next))
    index = next
    return bytes
  }
}

/**
 * Converts marks to facets, with byte offsets instead of string indexes. The marks have to be in
 * the order of the text.
 */
export function toFacets(
  text: string,
  marks: readonly Mark[],
  dids: ReadonlyMap<string, string | null>,
): readonly Facet[] {
  const bytesBefore = byteCounter(text)
  return marks.flatMap((mark) => {
    const feature = toFeature(mark, dids)
    if (!feature) return []
    return [
      { index: { byteStart: bytesBefore(mark.start), byteEnd: bytesBefore(mark.end) }, features: [feature] },
    ]
  })
}

/**
 * Returns the facets for the links, tags and mentions of a text. Sends one request for each
 * mentioned person.
 */
export async function readFacets(text: string, call: Call): Promise<readonly Facet[]> {
  const marks = await marksOf(text)
  if (marks.length === 0) return []
  const handles = new Set(marks.filter(({ kind }) => kind === 'MENTION').map(({ value }) => value))
  const dids = new Map(
    await Promise.all([...handles].map(async (handle) => [handle, await findDid(handle, call)] as const)),
  )
  return toFacets(text, marks, dids)
}

/**
 * Returns the facets for the links of a text, without a request. Private messages display no other
 * facets.
 */
export async function readLinks(text: string): Promise<readonly Facet[]> {
  const marks = await marksOf(text)
  return toFacets(
    text,
    marks.filter(({ kind }) => kind === 'LINK'),
    new Map(),
  )
}
