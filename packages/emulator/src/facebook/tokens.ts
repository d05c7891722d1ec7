import { makeAccess } from '../meta/access.js'
import type { Access } from '../meta/records.js'
import type { FacebookState } from './state.js'

/** Creates a user token of a person, short-lived or long-lived. */
export function makePersonToken(state: FacebookState, owner: string, kind: 'SHORT' | 'LONG'): Access {
  const { shortTokenSeconds, longTokenSeconds } = state.settings
  const lifetimeSeconds = kind === 'SHORT' ? shortTokenSeconds : longTokenSeconds
  return makeAccess(state, { kind, owner, pageId: null, prefix: 'EAAG', lifetimeSeconds })
}

/**
 * Returns the page token of a person. A page token expires together with a short-lived user token.
 * From a long-lived user token, the page token never expires.
 */
export function pageToken(state: FacebookState, { owner, kind, expiresAt }: Access, pageId: string): Access {
  const end = kind === 'SHORT' ? expiresAt : null
  const same = state.accesses.find(
    (one) =>
      one.kind === 'PAGE' &&
      one.owner === owner &&
      one.pageId === pageId &&
      one.deadWith === null &&
      one.expiresAt === end,
  )
  if (same !== undefined) return same
  const made = makeAccess(state, { kind: 'PAGE', owner, pageId, prefix: 'EAAGP', lifetimeSeconds: null })
  made.expiresAt = end
  return made
}
