import { makeUpdate } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { pushingFor } from './pushing.js'

const NOW = new Date('2026-11-23T12:00:00Z')
const update = (kindName: string) =>
  makeUpdate({
    id: kindName,
    connectionId: 'threads:1',
    platform: 'threads',
    kind: 'UNKNOWN',
    kindName,
    timestamp: NOW,
    raw: {},
    envelope: {},
  })

/** Webhook body with one change and one message. */
const body = Buffer.from(
  JSON.stringify({
    object: 'page',
    entry: [{ id: '1', changes: [{ field: 'feed', value: {} }], messaging: [{ sender: { id: '2' } }] }],
  }),
)
const people = { platform: 'threads', displayName: 'Threads' }
const toChangeUpdate = () => update('change')
const toMessageUpdate = () => update('message')
const kindsOf = (pushing: ReturnType<typeof pushingFor>) =>
  pushing.readUpdates(body, {}, NOW).map(({ kindName }) => kindName)

describe('webhooks of a Meta network', () => {
  it('contain its changes and its messages', () => {
    expect(kindsOf(pushingFor({ ...people, toChangeUpdate, toMessageUpdate }))).toEqual(['change', 'message'])
  })

  it('contain only changes if the network has no messages', () => {
    expect(kindsOf(pushingFor({ ...people, toChangeUpdate }))).toEqual(['change'])
  })
})
