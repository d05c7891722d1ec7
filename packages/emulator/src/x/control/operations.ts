import { operation } from '../../framework/control/operations.js'
import { hide } from '../../framework/log/hide.js'
import { completeUploads } from '../media/upload-progress.js'
import type { XState } from '../state.js'
import { accessOperations } from './access.js'
import { postOperations } from './posts.js'

/** Describes the state of the network for the control page, without secrets. */
function describe(state: XState) {
  const name = (id: string): string => state.people.get(id)?.username ?? id
  const { plan, credits, clientId } = state.settings
  return {
    plan,
    credits,
    clientId,
    people: [...state.people.values()].map(({ id, username, name: shown, subscription }) => ({
      id,
      username,
      name: shown,
      subscription,
    })),
    posts: [...state.posts.values()].slice(-100).map(({ likedBy, authorId, ...post }) => ({
      ...post,
      by: name(authorId),
      likes: likedBy.size,
    })),
    media: [...state.uploads.values()].slice(-100).map((upload) => ({
      id: upload.id,
      by: name(upload.personId),
      category: upload.category,
      stage: upload.stage,
      totalBytes: upload.totalBytes,
      segments: [...upload.segments].map(([index, { bytes }]) => ({ index, bytes })),
      sha256: upload.sha256,
      altText: upload.altText,
    })),
    messages: [...state.messages.values()]
      .slice(-100)
      .map(({ deletedBy: _deletedBy, senderId, ...message }) => ({
        ...message,
        by: name(senderId),
      })),
    tokens: state.accesses.map((access) => ({
      token: hide(access.accessToken),
      of: name(access.personId),
      scopes: access.scopes,
      expiresAt: access.expiresAt,
      refreshUsed: access.refreshUsed,
      revoked: access.revoked,
    })),
    postsRead: state.postsRead,
    units: state.bills.reduce((sum, { units }) => sum + units, 0),
  }
}

/** Creates all control operations of X. */
export function xOperations(state: XState) {
  return {
    state: operation({
      does: 'Returns the state of the network. Secrets are hidden.',
      takes: {},
      reads: true,
      run: () => {
        completeUploads(state)
        return describe(state)
      },
    }),
    bills: operation({
      does: 'Returns the charges of each request, in thousandths of a dollar.',
      takes: {},
      reads: true,
      run: () => state.bills.map((bill) => ({ ...bill })),
    }),
    ...accessOperations(state),
    ...postOperations(state),
  }
}

/** Type of the control operations of X. */
export type XOperations = ReturnType<typeof xOperations>
