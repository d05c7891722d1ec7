import { expectTypeOf, test } from 'vitest'

import type { EmulatorClock, NetworkModule, SettableClock } from './index.js'
import { operation, startEmulator } from './index.js'
import { mastodonNetwork } from './mastodon/index.js'

const toy = {
  name: 'toy',
  addresses: (origin: string) => ({ api: origin, upload: `${origin}/upload` }),
  open: () => ({
    handler: () => new Response(),
    operations: {
      add: operation({ does: 'Adds.', takes: { a: 'number', note: 'text?' }, run: ({ a }) => a + 1 }),
      query: operation({ does: 'Looks.', takes: {}, run: () => 'here' }),
    },
  }),
} as const satisfies NetworkModule

test('names, addresses and control have the types of the started networks', async () => {
  const emulator = await startEmulator({ networks: [mastodonNetwork(), toy] })
  expectTypeOf<Parameters<(typeof emulator)['host']>[0]>().toEqualTypeOf<'mastodon' | 'toy'>()
  expectTypeOf(emulator.addresses('toy').upload).toEqualTypeOf<string>()
  expectTypeOf(emulator.control.toy.add({ a: 1 })).toEqualTypeOf<number>()
  expectTypeOf(emulator.control.toy.query()).toEqualTypeOf<string>()
  expectTypeOf(emulator.control.mastodon.signIn({ person: 'ada' }).accessToken).toEqualTypeOf<string>()
  // @ts-expect-error a field that must be there
  emulator.control.toy.add({ note: 'x' })
  // @ts-expect-error a field of another type
  emulator.control.toy.add({ a: '1' })
  // @ts-expect-error a network that was not started
  emulator.url('bluesky')
})

test('names only are accepted, also together with modules', async () => {
  const emulator = await startEmulator({ networks: ['youtube', toy] })
  expectTypeOf<Parameters<(typeof emulator)['host']>[0]>().toEqualTypeOf<'youtube' | 'toy'>()
  expectTypeOf(emulator.addresses('youtube').upload).toEqualTypeOf<string>()
  expectTypeOf(emulator.control.youtube.signIn({ person: 'Ada' }).accessToken).toEqualTypeOf<string>()
  const all = await startEmulator()
  expectTypeOf(all.control.bluesky.signIn({ person: 'ada.bsky.test' }).did).toEqualTypeOf<string>()
  // @ts-expect-error a network there is not
  await startEmulator({ networks: ['myspace'] })
})

test('a given clock keeps its type', async () => {
  expectTypeOf((await startEmulator()).clock).toEqualTypeOf<SettableClock>()
  const clock = { now: () => new Date(), tick: (): void => undefined }
  expectTypeOf(clock).toExtend<EmulatorClock>()
  expectTypeOf((await startEmulator({ clock })).clock.tick).toEqualTypeOf<() => void>()
})
