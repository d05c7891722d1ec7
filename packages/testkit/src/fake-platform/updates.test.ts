import { ConfigError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { ana, callOf, idsOf } from './__fixtures__/test-calls.js'
import { FakePlatform } from './fake-platform.js'

function withUpdates(count: number): FakePlatform {
  const platform = new FakePlatform()
  for (let made = 0; made < count; made += 1) platform.addUpdate('MENTION', { actor: ana })
  return platform
}
const updatesAfter = (platform: FakePlatform, marker: string | null, limit: number | null = null) =>
  platform.fetchUpdatesAfter(marker, { limit }, callOf(platform))

describe('the updates of a fake platform', () => {
  it('are polled by time, strictly newer', async () => {
    const platform = withUpdates(3)
    const [, second] = await platform.fetchUpdates(null, callOf(platform))

    expect(idsOf(await platform.fetchUpdates(second?.timestamp ?? null, callOf(platform)))).toEqual([
      'update-3',
    ])
  })

  it('have the text, the stars and the actions that a test gives', async () => {
    const platform = new FakePlatform()
    const facts = { text: 'Great rye.', rating: 4, parentId: 'p1', actions: ['REPLY', 'HIDE'] } as const
    platform.addUpdate('REVIEW_CREATED', { actor: ana, ...facts })

    const [update] = await platform.fetchUpdates(null, callOf(platform))

    expect(update).toMatchObject({ ...facts, isOwn: false })
    expect(platform.updateActions({ id: 'update-1' })).toEqual(['REPLY', 'HIDE'])
    expect(platform.updateActions({ id: 'other' })).toEqual([])
  })

  it('begin with those of the settings', async () => {
    const [update] = await withUpdates(1).fetchUpdates(null, callOf(new FakePlatform()))
    const platform = new FakePlatform({ updates: update ? [update] : [] })

    expect(idsOf(await platform.fetchUpdates(null, callOf(platform)))).toEqual(['update-1'])
  })

  // Holds R-0223, R-0518, R-0519.
  it('give the newest page without a marker: as many as asked for, or a page', async () => {
    const platform = withUpdates(5)

    expect(await updatesAfter(platform, null)).toMatchObject({
      updates: [{ id: 'update-4' }, { id: 'update-5' }],
      marker: 'update-5',
      more: false,
    })
    expect(idsOf((await updatesAfter(platform, null, 4)).updates)).toEqual([
      'update-2',
      'update-3',
      'update-4',
      'update-5',
    ])
  })

  it('return newer updates with a marker, and whether there are more', async () => {
    const platform = withUpdates(4)

    expect(await updatesAfter(platform, 'update-1', 2)).toMatchObject({ marker: 'update-3', more: true })
    expect(await updatesAfter(platform, 'update-1')).toMatchObject({ marker: 'update-4', more: false })
    expect(await updatesAfter(platform, 'update-4')).toEqual({ updates: [], marker: 'update-4', more: false })
    expect(await updatesAfter(new FakePlatform(), null)).toEqual({ updates: [], marker: null, more: false })
  })

  // Holds R-0519.
  it('refuse a marker of another platform', async () => {
    const platform = withUpdates(1)

    await expect(updatesAfter(platform, 'nonsense')).rejects.toThrow(ConfigError)
    await expect(platform.markSeen('nonsense', callOf(platform))).rejects.toThrow(ConfigError)

    await platform.markSeen('update-1', callOf(platform))

    expect(platform.markedSeen).toEqual([{ connectionId: 'fake:42', marker: 'update-1' }])
  })

  it('are those of one account', async () => {
    const platform = withUpdates(1)
    platform.addUpdate('FOLLOWED', { connectionId: 'fake:43' })

    expect(idsOf(await platform.fetchUpdates(null, callOf(platform)))).toEqual(['update-1'])
  })
})
