import { InMemoryMarkers, InMemoryStorage, NetworkError, SocialClient } from '@social/core'
import type { Update } from '@social/core/platform'
import { expect, it } from 'vitest'

import { aConnection } from '../builders/account.js'
import { FakeClock } from '../time/fake-clock.js'
import { fakeRandom } from '../time/fake-random.js'
import { FakePlatform } from './fake-platform.js'

async function listening() {
  const fake = new FakePlatform()
  const storage = new InMemoryStorage()
  const connection = aConnection({ platform: 'fake' })
  await storage.saveConnection(connection)
  const clock = new FakeClock({ autoAdvance: { upToSeconds: 60 } })
  const client = new SocialClient({ storage, platforms: { fake }, clock, random: fakeRandom() })
  return { fake, client, account: client.accountOf('fake', connection.id), markers: new InMemoryMarkers() }
}

async function take(updates: AsyncIterator<Update>): Promise<string> {
  const { value } = (await updates.next()) as IteratorResult<Update, undefined>
  return value?.id ?? 'the end'
}

it('emits new updates to listeners, and earlier ones if requested', async () => {
  const { fake, account } = await listening()
  fake.addUpdate('MENTION')
  const updates = account.listen({ marker: null })

  expect(await take(updates)).toBe('update-1')
  const next = take(updates)
  fake.addUpdate('FOLLOWED', { connectionId: 'fake:somebody else' })
  fake.addUpdate('FOLLOWED')

  expect(await next).toBe('update-3')
  await updates.return?.()
  expect(await take(updates)).toBe('the end')
})

it.each([null, new NetworkError('It broke.')])(
  'loses nothing when its streams end with %s',
  async (error) => {
    const { fake, account } = await listening()
    fake.addUpdate('MENTION')
    const interruptions: unknown[] = []
    const updates = account.listen({ marker: null, onInterruption: (one) => void interruptions.push(one) })
    await take(updates)
    const got: string[] = []
    for (let count = 2; count < 30; count += 1) {
      fake.endStreams(error)
      fake.addUpdate('MENTION')
      got.push(await take(updates))
    }

    expect(got).toEqual(Array.from({ length: 28 }, (_none, index) => `update-${index + 2}`))
    expect(interruptions.length).toBeGreaterThan(5)
    expect(interruptions[0]).toBeInstanceOf(NetworkError)
    await updates.return?.()
  },
)
