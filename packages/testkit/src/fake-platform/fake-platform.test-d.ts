import { SocialClient } from '@social/core'
import type { Platform } from '@social/core/platform'
import { expectTypeOf, test } from 'vitest'

import { RecordingStorage } from '../storage/recording-storage.js'
import { fakePlatform } from './factory.js'
import { FakePlatform } from './fake-platform.js'

const storage = new RecordingStorage()

test('a fake platform is registered under its own name', () => {
  expectTypeOf(new FakePlatform()).toExtend<Platform<'fake'>>()
  expectTypeOf(new FakePlatform({ name: 'photos' }).name).toEqualTypeOf<'photos'>()
})

test('accounts of a fake platform have every optional operation', () => {
  const social = new SocialClient({ storage, platforms: { photos: new FakePlatform({ name: 'photos' }) } })

  expectTypeOf(social.account('photos:42').checkState).toBeFunction()
  expectTypeOf(social.account('photos:42').readThread).toBeFunction()
  // @ts-expect-error a fake platform does not verify listings
  void social.account('photos:42').verificationState()
})

test('the key of a fake platform is its name', () => {
  const fake = new FakePlatform()
  // @ts-expect-error its name is fake
  void new SocialClient({ storage, platforms: { photos: fake } })
})

test('overrides extend the platform and use its types', () => {
  const platform = fakePlatform(
    { name: 'slow' },
    {
      async deleteComment() {
        expectTypeOf(this.name).toEqualTypeOf<'slow'>()
      },
    },
  )

  expectTypeOf(platform).toHaveProperty('deleteComment').toBeFunction()
  expectTypeOf(platform).toExtend<Platform<'slow'>>()
})

test('a misspelt setting does not compile', () => {
  // @ts-expect-error the setting is tokenLifetimeSeconds
  void new FakePlatform({ tokenLifetime: 60 })
})
