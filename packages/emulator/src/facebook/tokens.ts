import { makeAccess } from '../meta/access.js'
import type { Access } from '../meta/records.js'
import type { FacebookState } from './state.js'

/** User token of a person. */
export function makePersonToken(state: FacebookState, owner: string, kind: 'SHORT' | 'LONG'): Access {
  const { shortTokenSeconds, longTokenSeconds } = state.settings
  const lifetimeSeconds = kind === 'SHORT' ? shortTokenSeconds : longTokenSeconds
  return makeAccess(state, { kind, owner, pageId: null, prefix: 'EAAG', lifetimeSeconds })
}

/** Page token. It expires with a short-lived user token, and never expires with a long-lived one. */
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
