import { NetworkError } from '@social/core'
import { makePostFailure, makePostResult, type PublishCall } from '@social/core/platform'
import { FakePlatform } from '@social/testkit/application'
import { describe, expect, it } from 'vitest'

import { atWork } from '../__fixtures__/at-work.js'

const KEY = 'draft-1'

/** A network whose post is processed first, and then in each of the states in turn. */
function processing(...states: readonly ('PROCESSING' | 'DONE' | 'FAILED' | Error)[]): FakePlatform {
  const fake = new FakePlatform({ states: ['PROCESSING'] })
  const queue = [...states]
  fake.publish = (_post, call) =>
    call.finish({ data: {} }, async () => makePostResult({ id: '7', state: 'PROCESSING' }))
  fake.checkState = async (id) => {
    const next = queue.length > 1 ? queue.shift() : queue[0]
    if (next instanceof Error) throw next
    const failure = makePostFailure({
      reason: 'COPYRIGHT',
      message: 'The sound is protected.',
      network: 'Fake',
    })
    return makePostResult({ id, state: next, failure, url: 'https://fake.example/7' })
  }
  return fake
}

async function publishing(fake: FakePlatform, post = {}) {
  const at = await atWork({ fake })
  await at.jobs.publish({ connectionId: at.fakeId, idempotencyKey: KEY, post: { text: 'Hello', ...post } })
  return at
}

describe('a post that the network processes', () => {
  it('is one job from the queue to its final state', async () => {
    await using at = await publishing(processing('PROCESSING', 'DONE'))
    expect(await at.jobs.findPost(at.fakeId, KEY)).toMatchObject({ postState: 'WAITING', result: null })
    await at.workFor()
    expect(await at.jobs.waiting()).toMatchObject([{ postState: 'PROCESSING', result: { id: '7' } }])
    await at.workFor(120)
    const end = { state: 'DONE', postState: 'DONE', problem: null, result: { url: 'https://fake.example/7' } }
    expect(await at.jobs.findPost(at.fakeId, KEY)).toMatchObject(end)
    expect(await at.jobs.ended()).toMatchObject([end])
    expect(at.names()).toEqual(['published', 'completed'])
  })

  it('has failed with the reason of the network if it cannot be processed', async () => {
    await using at = await publishing(processing('FAILED'))
    await at.workFor(60)
    expect(await at.jobs.findPost(at.fakeId, KEY)).toMatchObject({
      state: 'FAILED',
      postState: 'FAILED',
      problem: {
        code: 'COPYRIGHT',
        todo: 'CHANGE_POST',
        message: 'The sound is protected.',
        userMessage: expect.stringContaining('protected by copyright'),
      },
    })
    expect(at.names()).toEqual(['published', 'failed'])
  })

  it('is still followed after failed queries, and the failures are shown', async () => {
    const away = new NetworkError('The line was cut.', { platform: 'fake' })
    await using at = await publishing(processing(away, away, 'DONE'))
    await at.workFor(20)
    expect(await at.jobs.findPost(at.fakeId, KEY)).toMatchObject({
      state: 'WAITING',
      postState: 'PROCESSING',
      problem: { code: 'NETWORK' },
      result: { id: '7' },
    })
    await at.workFor(600)
    expect(await at.jobs.findPost(at.fakeId, KEY)).toMatchObject({ postState: 'DONE', problem: null })
    expect(at.names().filter((name) => name === 'published')).toHaveLength(1)
  })

  it('cannot be cancelled any more', async () => {
    await using at = await publishing(processing('DONE'))
    await at.workFor()
    const job = await at.jobs.findPost(at.fakeId, KEY)
    expect(await at.jobs.cancel(job?.id ?? '')).toBe(false)
    await at.workFor(60)
    expect(await at.jobs.findPost(at.fakeId, KEY)).toMatchObject({ postState: 'DONE' })
  })

  it('is followed again for days after a person has checked the account', async () => {
    await using at = await publishing(processing('PROCESSING'))
    await at.workFor(30)
    at.clock.step(4 * 86_400)
    await at.workFor(5)
    const [held] = await at.jobs.needingPerson()
    expect(held).toMatchObject({
      postState: 'HELD',
      problem: { todo: 'LOOK_AT_ACCOUNT' },
      result: { id: '7' },
    })
    await at.jobs.retry(held?.id ?? '')
    await at.workFor(60)
    expect(await at.jobs.findPost(at.fakeId, KEY)).toMatchObject({
      state: 'WAITING',
      postState: 'PROCESSING',
    })
  })
})

describe('a first comment', () => {
  it('is added once the post is public, and repeated alone after a failure', async () => {
    const fake = processing('PROCESSING', 'DONE')
    const comments: string[] = []
    let failures = 1
    const comment = (postId: string, text: string, call: PublishCall) => {
      if (failures > 0 && postId === '7') {
        failures -= 1
        throw new NetworkError('The line was cut.', { platform: 'fake', delivery: 'NOT_SENT' })
      }
      return call.finish({ data: {} }, async () => {
        comments.push(`${postId} ${text}`)
        return 'c1'
      })
    }
    await using at = await publishing(Object.assign(fake, { comment }), { firstComment: 'First!' })
    await at.workFor()
    expect(await at.jobs.findPost(at.fakeId, KEY)).toMatchObject({
      postState: 'PROCESSING',
      result: { firstComment: { state: 'PENDING', id: null } },
    })
    await at.workFor(900)
    expect(await at.jobs.findPost(at.fakeId, KEY)).toMatchObject({
      postState: 'DONE',
      problem: null,
      result: { firstComment: { state: 'DONE', id: 'c1' } },
    })
    expect(comments).toEqual(['7 First!'])
  })
})
