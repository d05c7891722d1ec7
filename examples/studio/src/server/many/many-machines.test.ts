import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { emptyDatabase } from '@social-internal/servers'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { START_MS, StudioOfMany } from '../../check/many-machines.js'
import { PICTURE } from '../../check/samples.js'
import { signInAnywhere } from '../../check/sign-in-anywhere.js'
import { ThrowawayStudio } from '../../check/throwaway-studio.js'
import { until } from '../../check/visitor.js'
import type { Draft, ProgressInfo } from '../../shared/posts.js'
import { MastodonServer } from '../__fixtures__/mastodon-server.js'

const [postgresUrl, redisUrl] = [inject('postgresUrl'), inject('redisUrl')]
const LEASE_SECONDS = 3
/** An empty folder instead of the built page, because these tests do not load the page. */
const noPage = mkdtempSync(join(tmpdir(), 'no-page-'))

afterAll(() => rmSync(noPage, { recursive: true, force: true }))

describe.skipIf(postgresUrl === null || redisUrl === null)(
  'a studio with two workers',
  { timeout: 300_000 },
  () => {
    let many: StudioOfMany
    let accountId = ''

    beforeAll(async () => {
      many = await StudioOfMany.start(
        { postgresUrl: postgresUrl ?? '', redisUrl: redisUrl ?? '' },
        noPage,
        LEASE_SECONDS,
      )
      accountId = await signInAnywhere(many.visitor, 'mastodon')
    }, 300_000)

    afterAll(async () => {
      await many.remove()
    })

    const network = new MastodonServer(() => `http://${many.studio.emulatorHost}`)

    function aDraft(parts: Partial<Draft>): Draft {
      const idempotencyKey = crypto.randomUUID()
      return { accountId, text: '', media: [], publishAt: null, options: {}, idempotencyKey, ...parts }
    }

    it('publishes in worker processes, and shows the operations of each worker', async () => {
      const { id: uploadId } = await many.visitor.upload('square.png', PICTURE)
      const post = await many.visitor.publish({
        accountId,
        text: 'A',
        media: [{ uploadId, altText: 'A square' }],
      })

      expect([post.status, post.problem]).toEqual(['DONE', null])
      const workers = await until('The count of what was published', async () => {
        const all = await many.workers()
        return all.some(({ published }) => published > 0) ? all : null
      })
      expect(workers.map(({ place, died }) => [place, died])).toEqual([
        [1, 0],
        [2, 0],
      ])
      expect(workers.map(({ pid }) => pid)).not.toContain(process.pid)
      expect(workers.reduce((sum, { published }) => sum + published, 0)).toBe(1)
      const { steps } = await many.visitor.ask<{
        steps: readonly { operation: string; worker: number | null }[]
      }>('GET', '/api/trouble')
      expect(steps.some(({ operation, worker }) => operation === 'post' && worker !== null)).toBe(true)
      expect(steps.some(({ operation, worker }) => operation === 'post' && worker === null)).toBe(false)
    })

    it('replaces a killed worker that held posts, and publishes each post once', async () => {
      const before = await network.texts()
      // Both posts are published, but their responses are held back. The test then kills a worker
      // that waits for one or both responses.
      const fault = { method: 'POST', path: '/api/v1/statuses', nth: 2, count: 2, fault: 'hold' }
      await network.steer('POST', 'faults', fault)
      const texts = ['B', 'C', 'D', 'E', 'F', 'G']
      const drafts = texts.map((text) => aDraft({ text }))
      for (const draft of drafts) await many.visitor.ask('POST', '/api/posts', draft)
      await until('Two posts that are held', async () => {
        const faults = await network.steer<{ held: number }[]>('GET', 'faults')
        return faults.find(({ held }) => held === 2)
      })
      const { place, pid } = await many.busy()

      await many.visitor.ask('POST', `/api/workers/${place}/kill`)
      await network.steer('DELETE', 'faults')
      const replaced = await until(
        'Another worker in its place',
        async () => {
          const workers = await many.workers()
          return workers.find((worker) => worker.place === place && worker.died === 1 && worker.isReady)
        },
        START_MS,
      )

      const areOver = async (): Promise<boolean> => {
        await many.endClaims()
        const { posts } = await many.visitor.studio()
        return drafts.every(({ idempotencyKey }) =>
          posts.some(({ id, status }) => id === idempotencyKey && status === 'DONE'),
        )
      }
      await until('The end of all posts', async () => ((await areOver()) ? true : null), START_MS)
      for (const { idempotencyKey } of drafts) {
        const { status, problem } = await many.visitor.becomes(idempotencyKey, 'DONE')
        expect([status, problem]).toEqual(['DONE', null])
      }
      expect(replaced.pid).not.toBe(pid)
      expect(await network.texts()).toEqual([...before, ...texts].toSorted())
    })

    it('resumes a thread whose worker is killed between two parts, and publishes each part once', async () => {
      const before = await network.texts()
      const fault = { method: 'POST', path: '/api/v1/statuses', nth: 2, fault: 'hold' }
      await network.steer('POST', 'faults', fault)
      const draft = aDraft({ text: 'One', more: ['Two', 'Three'] })
      await many.visitor.ask('POST', '/api/posts', draft)
      // The test waits until the first part is published and shown, and a worker is publishing the
      // second part.
      await until('The first part', async () => {
        const { posts } = await many.visitor.studio()
        return posts.find(({ id, partsOut }) => id === draft.idempotencyKey && partsOut.length === 1)
      })
      await until('The second part in progress', async () => {
        const faults = await network.steer<{ held: number }[]>('GET', 'faults')
        return faults.find(({ held }) => held === 1)
      })
      const { place } = await many.busy('postThread')

      await many.visitor.ask('POST', `/api/workers/${place}/kill`)
      await network.steer('DELETE', 'faults')
      const isOver = async (): Promise<boolean> => {
        await many.endClaims()
        const { posts } = await many.visitor.studio()
        return posts.some(({ id, status }) => id === draft.idempotencyKey && status === 'DONE')
      }
      await until('The end of the thread', async () => ((await isOver()) ? true : null), START_MS)

      const { posts } = await many.visitor.studio()
      expect(posts.find(({ id }) => id === draft.idempotencyKey)?.partsOut).toHaveLength(3)
      expect(await network.texts()).toEqual([...before, 'One', 'Three', 'Two'].toSorted())
    })

    it('reports the upload progress of a worker', async () => {
      const stop = new AbortController()
      const reported = many.visitor.nextEvent('progress', stop.signal)
      // While this fault is active, the worker uploads the file but does not get the response to
      // the publish request.
      await network.steer('POST', 'faults', { method: 'POST', path: '/api/v1/statuses', fault: 'hold' })
      const { id: uploadId } = await many.visitor.upload('square.png', PICTURE)
      const draft = aDraft({ text: 'A bar', media: [{ uploadId, altText: 'A square' }] })
      await many.visitor.ask('POST', '/api/posts', draft)

      const { id, sentBytes, totalBytes } = (await reported) as ProgressInfo // safe cast: the studio sends this data with the event
      stop.abort()
      await network.steer('DELETE', 'faults')

      expect([id, sentBytes]).toEqual([draft.idempotencyKey, totalBytes])
      expect(totalBytes).toBeGreaterThanOrEqual(PICTURE.byteLength)
      expect((await many.visitor.becomes(draft.idempotencyKey, 'DONE')).status).toBe('DONE')
    })

    it('keeps a scheduled post in the queue, and cancels it', async () => {
      const bluesky = await signInAnywhere(many.visitor, 'bluesky')
      const publishAt = new Date(Date.now() + 3_600_000).toISOString()
      const draft = aDraft({ accountId: bluesky, text: 'Later', publishAt })
      await many.visitor.ask('POST', '/api/posts', draft)
      const line = await until('Its job', async () => {
        const { workers } = await many.visitor.studio()
        return workers?.waiting.find(({ postId }) => postId === draft.idempotencyKey)
      })
      expect(line.dueAt).toBe(publishAt)
      expect((await many.visitor.studio()).posts[0]?.status).toBe('WAITING')

      await many.visitor.ask('DELETE', `/api/posts/${draft.idempotencyKey}`)

      const { posts, workers } = await many.visitor.studio()
      expect(posts.map(({ id }) => id)).not.toContain(draft.idempotencyKey)
      expect(workers?.waiting.map(({ postId }) => postId)).not.toContain(draft.idempotencyKey)
    })

    it('resumes with other workers after a restart of the studio', async () => {
      const before = await network.texts()
      await many.studio.restart()
      await many.bothReady()

      const post = await many.visitor.publish({ accountId, text: 'Z' })
      expect(post.status).toBe('DONE')
      expect(await network.texts()).toEqual([...before, 'Z'].toSorted())
    })
  },
)

describe.skipIf(postgresUrl === null || redisUrl === null)('a studio that cannot have workers', () => {
  const workers = { redisUrl: redisUrl ?? '', acceptLoss: true, program: { path: 'none' } }

  it('reports that workers require PostgreSQL', async () => {
    await expect(ThrowawayStudio.start(noPage, { workers })).rejects.toThrow(/set POSTGRES_URL/)
  })

  it('reports that Redis is not available, without its password in the message', async () => {
    const { url, remove } = await emptyDatabase(postgresUrl ?? '')
    const missing = { ...workers, redisUrl: 'redis://user:secret@127.0.0.1:1' }
    const refused = ThrowawayStudio.start(noPage, { postgresUrl: url, workers: missing })
    await expect(refused).rejects.toThrow(/^Redis at REDIS_URL does not respond\. Start Redis/)
    await remove()
  })
})
