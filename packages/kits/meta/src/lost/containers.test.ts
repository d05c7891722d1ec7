import {
  InvalidPostError,
  makePostResult,
  Media,
  NotFoundError,
  PlatformError,
  type PublishCall,
} from '@social/core/platform'
import { aPublishCall } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import {
  type ContainerPlan,
  type ContainerRules,
  containersUsableUntil,
  lostFor,
  type CreatedContainers,
  NO_CONTAINERS,
  publishPrepared,
  type ReadyContainer,
  unusableFile,
} from './containers.js'

const picture = Media.fromUrl('https://a.example/1.jpg')
const video = Media.fromUrl('https://a.example/2.mp4')

/**
 * Creates a fake network whose containers report the given statuses in order. The last status
 * repeats.
 */
function aNetwork(...statuses: readonly (string | null)[]) {
  const made: unknown[] = []
  const asked: string[] = []
  return {
    made,
    asked,
    rules: {
      platform: 'sample',
      checkEverySeconds: 60,
      waitUpToSeconds: 150,
      make: async (form: object) => `c${made.push(form)}`,
      readStatus: async (id: string) => {
        asked.push(id)
        const word = statuses[Math.min(asked.length, statuses.length) - 1] ?? null
        if (word === 'UNREADABLE') throw new NotFoundError('Unsupported get request.', { platform: 'sample' })
        return { word, message: word === 'ERROR' ? 'BAD_FILE' : '' }
      },
      readFailure: (text: string) => ({ isTemporary: false, error: unusableFile('sample', text) }),
      isLost: (error: unknown): error is NotFoundError => NotFoundError.is(error),
    },
  }
}

const planOf = (media: readonly Media[]): ContainerPlan => ({
  media,
  isCarousel: media.length > 1,
  pieceFields: (_media, address) => ({ piece: address }),
  parentFields: ({ pieces, address }) => ({ pieces: pieces.join(','), address }),
})

/** Creates the containers of a post. Returns the container that is ready to be published. */
async function prepareContainers(
  plan: ContainerPlan,
  making: {
    readonly rules: ContainerRules
    readonly made: CreatedContainers
    readonly nothing: CreatedContainers
  },
  call: PublishCall,
): Promise<ReadyContainer<CreatedContainers> | null> {
  let last: ReadyContainer<CreatedContainers> | null = null
  const publish = async (ready: ReadyContainer<CreatedContainers>) => {
    last = ready
    return makePostResult({ id: '7', raw: {}, idempotencyKey: 'k' })
  }
  await publishPrepared(plan, making, publish, call)
  return last
}

const making = (network: ReturnType<typeof aNetwork>, made = NO_CONTAINERS) =>
  ({ rules: network.rules, made, nothing: NO_CONTAINERS }) as const

describe('containers', () => {
  it('are created item by item, each saved and awaited, the parent last', async () => {
    const network = aNetwork('FINISHED')
    const call = aPublishCall()
    const ready = await prepareContainers(planOf([picture, video]), making(network), call)
    expect(network.made).toEqual([
      { piece: picture.url },
      { piece: video.url },
      { pieces: 'c1,c2', address: null },
    ])
    expect(network.asked).toEqual(['c1', 'c2', 'c3'])
    expect(ready).toMatchObject({ parent: 'c3', word: 'FINISHED', prepared: { pieces: ['c1', 'c2'] } })
    expect(call.checkpoints.map(({ data }) => [data['pieces'], data['parent']])).toEqual([
      [['c1'], null],
      [['c1', 'c2'], null],
      [['c1', 'c2'], 'c3'],
    ])
  })

  it('that exist are not created again, and items are not polled when the parent exists', async () => {
    const network = aNetwork('FINISHED')
    const made = { pieces: ['a'], parent: null, createdAt: '2023-12-31T23:30:00.000Z' }
    await prepareContainers(planOf([picture, video]), making(network, made), aPublishCall())
    expect(network.made).toEqual([{ piece: video.url }, { pieces: 'a,c1', address: null }])
    const whole = aNetwork('FINISHED')
    await prepareContainers(planOf([picture, video]), making(whole, { ...made, parent: 'p' }), aPublishCall())
    expect([whole.made, whole.asked]).toEqual([[], ['p']])
  })

  it.each([
    ['a picture after 1, 2, 4 … seconds, 30 at most', picture, [1, 2, 4, 8, 16, 30, 30, 30, 29]],
    ['a video in even steps', video, [60, 60, 30]],
  ])('are polled again: %s', async (_what, media, waits) => {
    const network = aNetwork('IN_PROGRESS')
    const call = aPublishCall()
    await expect(prepareContainers(planOf([media]), making(network), call)).rejects.toThrow(
      /still processing the post after 150 seconds \(container c1\)/,
    )
    expect(call.clock.sleeps).toEqual(waits)
  })

  it('of a video without a status are polled again; those of a picture are ready', async () => {
    const quiet = aNetwork(null)
    expect(await prepareContainers(planOf([picture]), making(quiet), aPublishCall())).toMatchObject({
      word: null,
    })
    const film = aNetwork(null, null, 'FINISHED')
    await prepareContainers(planOf([video]), making(film), aPublishCall())
    expect(film.asked).toHaveLength(3)
  })

  it("that failed are forgotten, and the error contains the network's message", async () => {
    const call = aPublishCall()
    const failing = prepareContainers(planOf([picture]), making(aNetwork('ERROR')), call)
    await expect(failing).rejects.toThrow(InvalidPostError)
    await expect(failing).rejects.toThrow(
      'sample could not use the file: BAD_FILE. Nothing was published. Correct it, and post again.',
    )
    expect(call.checkpoints.at(-1)).toMatchObject({ data: { ...NO_CONTAINERS }, repeatableUntil: null })
  })

  it('that expired are created again, at most three times per call', async () => {
    const left = { pieces: [], parent: 'old', createdAt: '2023-12-31T23:30:00.000Z' }
    const network = aNetwork('EXPIRED', 'FINISHED')
    const ready = await prepareContainers(planOf([picture]), making(network, left), aPublishCall())
    expect([ready?.parent, network.asked]).toEqual(['c1', ['old', 'c1']])
    const always = aNetwork('EXPIRED')
    const call = aPublishCall()
    const failing = prepareContainers(planOf([picture]), making(always, left), call)
    await expect(failing).rejects.toThrow(PlatformError)
    await expect(failing).rejects.toThrow(/has expired.*Nothing was published/)
    expect(always.asked).toEqual(['old', 'c1', 'c2'])
    expect(call.checkpoints.at(-1)).toMatchObject({ data: { ...NO_CONTAINERS } })
  })

  it.each([
    ['a picture after half a minute', picture, [1, 2, 4, 8, 16]],
    ['a video after the whole time', video, [60, 60, 30]],
  ])('whose status cannot be read are published: %s', async (_what, media, waits) => {
    const network = aNetwork('UNREADABLE')
    const call = aPublishCall()
    const ready = await prepareContainers(planOf([media]), making(network), call)
    expect(ready).toMatchObject({ parent: 'c1', word: null })
    expect(call.clock.sleeps).toEqual(waits)
  })

  it('that are unreadable at first are published once they are readable', async () => {
    const network = aNetwork('UNREADABLE', 'IN_PROGRESS', 'FINISHED')
    expect(await prepareContainers(planOf([picture]), making(network), aPublishCall())).toMatchObject({
      word: 'FINISHED',
    })
  })

  it('stop with the abort reason when a query fails after the abort', async () => {
    const network = aNetwork('UNREADABLE')
    const stop = new AbortController()
    const reason = new Error('The page was closed.')
    const { rules } = network
    const readStatus: ContainerRules['readStatus'] = (id) => {
      stop.abort(reason)
      return rules.readStatus(id)
    }
    const aborting = { rules: { ...rules, readStatus }, made: NO_CONTAINERS, nothing: NO_CONTAINERS }
    const call = aPublishCall({ signal: stop.signal })
    await expect(prepareContainers(planOf([picture]), aborting, call)).rejects.toBe(reason)
  })

  it('that are lost on publish are created again, and the last refusal is a retryable error', async () => {
    const network = aNetwork('FINISHED')
    const refusal = new PlatformError('sample refused (24).', {
      platform: 'sample',
      statusCode: 400,
      raw: { error: { code: 24 } },
    })
    const published: string[] = []
    const publish = async ({ parent }: ReadyContainer<CreatedContainers>) => {
      published.push(parent)
      throw lostFor('sample', refusal)
    }
    const failing = publishPrepared(planOf([picture]), making(network), publish, aPublishCall())
    await expect(failing).rejects.toMatchObject({
      code: 'PLATFORM',
      isOutage: true,
      raw: { error: { code: 24 } },
      message: expect.stringMatching(/^sample refused \(24\)\. Nothing was published\./),
    })
    expect(published).toEqual(['c1', 'c2', 'c3'])
  })

  it('can be used for 23 hours', () => {
    expect(containersUsableUntil({ createdAt: '2026-11-22T12:00:00.000Z' })).toEqual(
      new Date('2026-11-23T11:00:00Z'),
    )
    expect(containersUsableUntil({ createdAt: null })).toBe(null)
  })
})
