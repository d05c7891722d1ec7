import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { toUpdate } from './notification.js'

const ROOT = 'at://did:plc:ada/app.bsky.feed.post/1'
const PARENT = 'at://did:plc:bea/app.bsky.feed.post/2'
const OWN = 'at://did:plc:ada/app.bsky.feed.post/3'

/** Creates a notification whose record is a reply. */
function aNotification(reason: string, reasonSubject?: string) {
  const reply = { root: { uri: ROOT, cid: 'c1' }, parent: { uri: PARENT, cid: 'c2' } }
  return {
    uri: 'at://did:plc:cleo/app.bsky.feed.post/4',
    cid: 'c4',
    author: { did: 'did:plc:cleo', handle: 'cleo.example' },
    reason,
    reasonSubject,
    record: { text: 'look', createdAt: '2026-11-21T12:00:00Z', reply },
    indexedAt: '2026-11-21T12:00:00Z',
  }
}

describe('a notification from inside a thread', () => {
  it.each([
    ['reply', OWN, 'COMMENT_CREATED', OWN],
    ['reply', undefined, 'COMMENT_CREATED', PARENT],
    ['mention', undefined, 'MENTION', PARENT],
    ['quote', OWN, 'MENTION', OWN],
  ])('as %s of %j contains the thread and the subject', (reason, subject, kind, aboutPostId) => {
    expect(toUpdate(aNotification(reason, subject) as never, anAccount())).toMatchObject({
      kind,
      aboutPostId,
      threadRootId: ROOT,
    })
  })
})
