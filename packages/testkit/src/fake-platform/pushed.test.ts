import { SignatureError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { FakePlatform } from './fake-platform.js'

describe('the pushed requests of a fake platform', () => {
  const platform = new FakePlatform()
  const change = { id: 'u1', kind: 'MENTION', connection_id: 'fake:42', at: '2024-05-01T00:00:00Z' }
  const body = Buffer.from(JSON.stringify(change))

  it('are proven by their signature', () => {
    const headers = platform.signPush(body)
    const check = (secret: string, sent: typeof headers) => platform.checkSignature(body, sent, { secret })

    expect(headers['x-fake-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
    expect(() => check('fake-secret', headers)).not.toThrow()
    expect(() => check('another', headers)).toThrow(SignatureError)
    expect(() => check('another', platform.signPush(body, { secret: 'another' }))).not.toThrow()
    expect(() => check('fake-secret', {})).toThrow(SignatureError)
  })

  it('are read: one change, several changes, or an unknown kind', () => {
    const several = Buffer.from(JSON.stringify([change, { ...change, id: 'u2', kind: 'boosted' }]))

    expect(platform.readUpdate(body)).toMatchObject({
      id: 'u1',
      kind: 'MENTION',
      connectionId: 'fake:42',
      raw: change,
    })
    expect(platform.readUpdates(body)).toHaveLength(1)
    expect(platform.readUpdates(several)).toMatchObject([
      { id: 'u1' },
      { id: 'u2', kind: 'UNKNOWN', kindName: 'boosted' },
    ])
    expect(() => platform.readUpdates(Buffer.from('{}'))).toThrow('A pushed body of fake must be JSON')
  })

  it('have the text and the actions of the body, so that an inbox can be tested', () => {
    const comment = {
      ...change,
      kind: 'COMMENT_CREATED',
      actor: { id: 'ana', handle: 'ana', name: 'Ana' },
      text: 'Which one?',
      post_id: 'post-2',
      about_post_id: 'post-1',
      parent_id: 'post-1',
      actions: ['REPLY', 'HIDE'],
    }
    const update = platform.readUpdate(Buffer.from(JSON.stringify(comment)))

    expect(update).toMatchObject({
      kind: 'COMMENT_CREATED',
      actor: { id: 'ana', handle: 'ana', displayName: 'Ana' },
      text: 'Which one?',
      postId: 'post-2',
      aboutPostId: 'post-1',
      parentId: 'post-1',
      isOwn: false,
      actions: ['REPLY', 'HIDE'],
    })
    expect(platform.updateActions(update)).toEqual(['REPLY', 'HIDE'])
  })

  it('refuse an unknown action', () => {
    const shared = Buffer.from(JSON.stringify({ ...change, actions: ['SHARE'] }))

    expect(() => platform.readUpdates(shared)).toThrow('A pushed body of fake must be JSON')
  })

  // Holds R-0516.
  it('begin with a setup check', () => {
    const params = { 'hub.mode': 'subscribe', 'hub.verify_token': 't', 'hub.challenge': '123' }

    expect(platform.answerSetupCheck(params, { verifyToken: 't' })).toBe('123')
    expect(() => platform.answerSetupCheck(params, { verifyToken: 'other' })).toThrow(SignatureError)
  })
})
