import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'

import { Media } from '@social/core'
import { samplePng } from '@social/emulator'
import { FakePlatform } from '@social/testkit/application'
import { describe, expect, it } from 'vitest'

import { atWork } from './__fixtures__/at-work.js'

const SEND = { method: 'POST', path: '/api/v1/statuses' } as const
const POSTS = ['One', 'Two', 'Three'].map((text) => ({ text }))
const thread = (connectionId: string, idempotencyKey = 'draft-1') => ({
  connectionId,
  idempotencyKey,
  posts: POSTS,
})

type World = Awaited<ReturnType<typeof atWork>>

/** Returns the text of each status, with the text of the status to which it replies. */
function chain({ people }: World) {
  const { statuses } = people.state()
  return statuses.map(({ text, replyTo }) => [text, statuses.find(({ id }) => id === replyTo)?.text ?? null])
}

const WHOLE = [
  ['One', null],
  ['Two', 'One'],
  ['Three', 'Two'],
]

describe('a thread in the queue', () => {
  it('is published once as a chain of replies, even if it is stored several times', async () => {
    await using at = await atWork()
    const first = await at.jobs.publishThread(thread(at.id))
    const again = await at.jobs.publishThread(thread(at.id))
    expect([first.isNew, again.isNew, again.id]).toEqual([true, false, first.id])
    await at.workFor()
    expect((await at.jobs.publishThread(thread(at.id))).isNew).toBe(false)
    await at.workFor()

    expect(chain(at)).toEqual(WHOLE)
    const ids = at.people.state().statuses.map(({ id }) => id)
    const info = await at.jobs.findPost(at.id, 'draft-1')
    expect(info).toMatchObject({
      kind: 'PUBLISH_THREAD',
      state: 'DONE',
      problem: null,
      result: { id: ids[0], state: 'DONE' },
      parts: ids.map((id) => ({ id })),
    })
    expect(at.names()).toEqual(['partPublished', 'partPublished', 'partPublished', 'published', 'completed'])
    const { event } = at.events.at(-2) ?? {}
    expect(event).toMatchObject({ result: { id: ids[0] }, parts: ids.map((id) => ({ id })) })
  })

  it('is published at its time', async () => {
    await using at = await atWork()
    await at.jobs.publishThread({ ...thread(at.id), at: '2026-11-22T13:00:00Z' })
    await at.workFor(3_590)
    expect(at.texts()).toEqual([])
    await at.workFor(20)
    expect(chain(at)).toEqual(WHOLE)
  })

  it.each(['replyLost', 'closeBeforeEffect'] as const)(
    'resumes at the part that failed with %s, and publishes each part once',
    async (fault) => {
      await using at = await atWork()
      at.faults.add({ ...SEND, nth: 2, fault })
      await at.jobs.publishThread(thread(at.id))
      await at.workFor(240)
      expect(chain(at)).toEqual(WHOLE)
      expect((await at.jobs.findPost(at.id, 'draft-1'))?.state).toBe('DONE')
    },
  )

  it('with a part that the network refuses has failed, and contains the published parts', async () => {
    await using at = await atWork()
    at.faults.add({ ...SEND, nth: 2, fault: 'status', status: 422, body: { error: 'Text is bad' } })
    const { id } = await at.jobs.publishThread(thread(at.id))
    await at.workFor(5)

    const [first] = at.people.state().statuses
    const failed = await at.jobs.find(id)
    expect(failed).toMatchObject({
      state: 'FAILED',
      problem: { todo: 'CHANGE_POST' },
      parts: [{ id: first?.id }],
      result: null,
    })
    expect(failed?.problem?.message).toMatch(/part 2 of 3.*part 1 is published/)

    expect(await at.jobs.retry(id)).toBe(true)
    expect((await at.jobs.find(id))?.parts).toHaveLength(1)
    await at.workFor(5)
    expect(chain(at)).toEqual(WHOLE)
  })

  it('waits while the network limits its account, as do other jobs of the account', async () => {
    await using at = await atWork()
    const headers = { 'Retry-After': '900' }
    at.faults.add({ ...SEND, nth: 2, fault: 'status', status: 429, headers })
    await at.jobs.publishThread(thread(at.id))
    await at.workFor(5)
    expect(await at.jobs.waiting()).toMatchObject([{ parts: [{}], problem: { todo: 'RETRY' } }])
    await at.workFor(920)
    expect(chain(at)).toEqual(WHOLE)
  })

  it('is refused before anything is stored, with the index of the part', async () => {
    await using at = await atWork()
    const bytes = Media.fromBytes(samplePng(), { filename: 'cat.png' })
    const wrong = [
      [[...POSTS, { text: 'a'.repeat(501) }], /at most 500.*part 4 of 4/],
      [[{ text: 'One', publishAt: '2026-12-01T00:00:00Z' }], /scheduled/],
      [[{ text: 'One' }, { text: 'Two', media: [bytes] }], /^posts\[1\]\.media\[0\] contains bytes/],
      [
        [{ text: 'One' }, { text: 'Two', options: { thumbnail: [samplePng()] } }],
        /^posts\[1\]\.options\.thumbnail\[0\]/,
      ],
      [[], /an empty one/],
      [{ text: 'One' }, /takes a list of posts/],
      [[null], /part 1 of 1/],
    ] as const
    for (const [posts, message] of wrong)
      // safe cast: simulates an application in plain JavaScript
      await expect(at.jobs.publishThread({ ...thread(at.id), posts: posts as never })).rejects.toThrow(
        message,
      )
    await expect(at.jobs.publishThread({ ...thread(at.id), post: {} } as never)).rejects.toThrow('"posts"')
    await expect(at.jobs.publishThread({ ...thread(at.id), idempotencyKey: '' })).rejects.toThrow(
      'jobs.publishThread requires an idempotencyKey',
    )
    expect(await at.jobs.counts()).toEqual({ WAITING: 0, RUNNING: 0, HELD: 0, ENDED: 0 })
    expect(at.emulator.effects('mastodon')).toEqual([])
  })

  it('is refused with its name if the network has no threads', async () => {
    const features = new FakePlatform().features
    const fake = new FakePlatform({ features: [...features].filter((flag) => flag !== 'POST_THREAD') })
    await using at = await atWork({ fake })
    await expect(at.jobs.publishThread(thread(at.fakeId))).rejects.toMatchObject({ code: 'NOT_SUPPORTED' })
  })

  it('shares its keys with posts: the first stored job counts', async () => {
    await using at = await atWork()
    await at.jobs.publishThread(thread(at.id))
    const conflict = { code: 'IDEMPOTENCY_CONFLICT' }
    const post = { connectionId: at.id, idempotencyKey: 'draft-1', post: { text: 'One' } }
    await expect(at.jobs.publish(post)).rejects.toMatchObject(conflict)
    const fewer = { ...thread(at.id), posts: POSTS.slice(0, 2) }
    await expect(at.jobs.publishThread(fewer)).rejects.toMatchObject(conflict)
    const later = { ...thread(at.id), at: '2026-11-22T13:00:00Z' }
    await expect(at.jobs.publishThread(later)).rejects.toMatchObject(conflict)
    await at.workFor()
    expect(chain(at)).toEqual(WHOLE)
  })

  it('carries the files of every part, sealed if there is a key, and reports the upload progress', async () => {
    const folder = await mkdtemp(`${tmpdir()}/jobs-`)
    await writeFile(`${folder}/cat.png`, samplePng())
    await using at = await atWork({ key: 'a1'.repeat(32) })
    const media = [Media.fromFile(`${folder}/cat.png`)]
    const { id } = await at.jobs.publishThread({
      ...thread(at.id),
      posts: POSTS.map((post) => ({ ...post, media })),
    })
    expect(JSON.stringify(await at.queue.read(id))).not.toContain('cat.png')
    await at.workFor(5)
    await rm(folder, { recursive: true })

    expect(chain(at)).toEqual(WHOLE)
    expect(at.people.state().media).toHaveLength(3)
    const reported = at.events.flatMap(({ name, event }) => (name === 'progress' ? [event] : []))
    const size = samplePng().length
    expect(reported.at(-1)).toMatchObject({
      job: { id },
      progress: { partIndex: 2, partCount: 3, sentBytes: size, totalBytes: size },
    })
  })
})

describe('a thread in progress', () => {
  it('shows its published posts and its upload progress in every process', async () => {
    const folder = await mkdtemp(`${tmpdir()}/jobs-`)
    await writeFile(`${folder}/cat.png`, samplePng())
    await using at = await atWork()
    const media = [Media.fromFile(`${folder}/cat.png`)]
    const { id } = await at.jobs.publishThread({
      ...thread(at.id),
      posts: [{ text: 'One' }, { text: 'Two', media }],
    })
    const held = at.faults.add({ ...SEND, nth: 2, fault: 'hold', beforeEffect: true })
    const worker = await at.jobs.work()
    await held.whenHeld(1)

    const [first] = at.people.state().statuses
    const size = samplePng().length
    expect(await at.jobs.running()).toMatchObject([
      {
        id,
        parts: [{ id: first?.id }],
        progress: { sentBytes: size, totalBytes: size, partIndex: 1, partCount: 2 },
      },
    ])

    held.release()
    await worker.stop({ withinSeconds: 60 })
    await rm(folder, { recursive: true })
    expect(await at.jobs.find(id)).toMatchObject({ state: 'DONE', progress: null, parts: [{}, {}] })
  })
})
